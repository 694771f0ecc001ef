package io.godwit.modelcheck.run;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.ExpectedVerdict;
import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import java.io.IOException;
import java.nio.file.Path;
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

    /**
     * What the user chose for all models.
     *
     * @param tlaTools the jar with TLC
     * @param workers worker threads of TLC; 0 for what each entry says
     * @param coverage whether to count how often actions are taken, which makes TLC two to three times slower
     * @param distributed how to run TLC on several processes; null for one process
     */
    record CheckerSettings(Path tlaTools, int workers, boolean coverage, DistributedSettings distributed) {
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

    /**
     * How to run TLC on several machines, or on several processes of this one.
     *
     * @param workers local worker processes
     * @param host name or address under which workers reach the server
     * @param port port of the server; 0 for a free one
     */
    record DistributedSettings(int workers, String host, int port) {
        /** Whether only workers on this machine can join. */
        public boolean isLoopback() {
            return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
        }
    }
}
