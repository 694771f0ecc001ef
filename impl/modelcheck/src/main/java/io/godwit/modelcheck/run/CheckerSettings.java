package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.ExpectedVerdict;
import java.nio.file.Path;

/**
 * What the user chose for all models.
 *
 * @param tlaTools the jar with TLC
 * @param apalache the user's Apalache; null to look for it
 * @param workers worker threads of TLC; 0 for what each entry says
 * @param distributedWorkers local worker processes of a distributed run; 0 for runs in one process
 */
public record CheckerSettings(Path tlaTools, Path apalache, int workers, int distributedWorkers) {
    /** How many processes with a heap of their own one model takes. */
    int processes() {
        return 1 + distributedWorkers;
    }

    /** How many cores a job keeps busy. */
    int cores(Job job) {
        return distributedWorkers > 0 ? distributedWorkers : workers(job.entry());
    }

    /** Worker threads for an entry. An expected violation runs with one, or its trace length would depend on luck. */
    public int workers(Entry entry) {
        if (entry.expect().verdict() == ExpectedVerdict.VIOLATED) {
            return 1;
        }
        return workers > 0 ? workers : entry.workers();
    }
}
