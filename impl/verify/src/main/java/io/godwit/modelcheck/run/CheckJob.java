package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;

/** One entry, to be checked by one engine. */
public record CheckJob(ManifestEntry entry, ModelChecker engine) {
    private static final long STATES_PER_SECOND = 30_000;

    /** Roughly how long it will take: by its known state count, or else by its budget. Only for ordering. */
    double estimatedSeconds() {
        Long generated = entry.expect().generated();
        if (engine == ModelChecker.TLC && generated != null) {
            return (double) generated / STATES_PER_SECOND;
        }
        // Counterexamples are short as a rule, and found long before the budget ends.
        return engine == ModelChecker.TLC && !entry.kind().holds() ? entry.seconds() / 20.0 : entry.seconds() / 4.0;
    }
}
