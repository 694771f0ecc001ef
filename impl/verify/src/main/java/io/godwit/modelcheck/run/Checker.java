package io.godwit.modelcheck.run;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.ManifestEntry;
import java.io.IOException;
import java.util.function.Consumer;

/** Something that checks models. Implementations may be called from several threads at once. */
public interface Checker {
    /**
     * Checks one entry and waits for the result.
     *
     * @param entry the entry
     * @param watch told now and then how far it is, from another thread
     * @throws BadInputException when the user's files are broken
     * @throws IOException when the tool cannot be started
     * @throws InterruptedException when this thread is interrupted; the tool is ended
     */
    EngineResult check(ManifestEntry entry, Consumer<CheckProgress> watch)
            throws BadInputException, IOException, InterruptedException;

    /** Why this checker cannot run here; null when it can. */
    String unavailable();

    /** Why this checker cannot check this entry; null when it can. */
    default String refuses(ManifestEntry entry) {
        return null;
    }
}
