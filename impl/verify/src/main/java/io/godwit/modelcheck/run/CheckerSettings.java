package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.ExpectedVerdict;
import io.godwit.modelcheck.manifest.ManifestEntry;
import java.nio.file.Path;

/**
 * What the user chose for all models.
 *
 * @param tlaTools the jar with TLC
 * @param workers worker threads of TLC; 0 for what each entry says
 * @param coverage whether to count how often actions are taken, which makes TLC two to three times slower
 * @param distributed how to run TLC on several processes; null for one process
 */
public record CheckerSettings(Path tlaTools, int workers, boolean coverage, DistributedSettings distributed) {
    /** How many processes with a heap of their own one model takes. */
    int processes() {
        return distributed == null ? 1 : 1 + distributed.workers();
    }

    /** How many cores a job keeps busy. */
    int cores(CheckJob job) {
        return distributed == null ? workers(job.entry()) : distributed.workers();
    }

    /** Worker threads for an entry. An expected violation runs with one, or its trace length would depend on luck. */
    public int workers(ManifestEntry entry) {
        if (entry.expect().verdict() == ExpectedVerdict.VIOLATED) {
            return 1;
        }
        return workers > 0 ? workers : entry.workers();
    }
}
