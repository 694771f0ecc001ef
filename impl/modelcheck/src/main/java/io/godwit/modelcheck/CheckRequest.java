package io.godwit.modelcheck;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.Selection;
import java.nio.file.Path;

/**
 * What the user asked for.
 *
 * @param manifest the models
 * @param selection which of them
 * @param heapMb memory for all models together, in MiB
 * @param workers TLC worker threads per model; 0 for what each entry says
 * @param tlaTools the user's TLC; null for the one that comes along
 */
public record CheckRequest(Manifest manifest, Selection selection, int heapMb, int workers, Path tlaTools) {}
