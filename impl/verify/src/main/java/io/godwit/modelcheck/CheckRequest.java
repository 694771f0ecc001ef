package io.godwit.modelcheck;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.Checker.DistributedSettings;
import io.godwit.modelcheck.run.Selection;
import java.nio.file.Path;
import java.util.Set;

/**
 * What the user asked for.
 *
 * @param manifest the models
 * @param selection which of them
 * @param heapMb memory for all models together, in MiB
 * @param workers TLC worker threads per model; 0 for what each entry says
 * @param tlaTools the user's TLC; null for the one that comes along
 * @param apalache the user's Apalache; null to look for it
 * @param distributed how to run TLC on several processes; null for one
 * @param updateCounts how to write the counts that came out into the manifest; null to leave it as it is
 * @param updateTraces whether to write the counterexamples that came out to where the manifest says
 * @param traces directory for the counterexamples of this run; null for just those of entries that fail
 */
public record CheckRequest(
        Manifest manifest,
        Selection selection,
        int heapMb,
        int workers,
        Path tlaTools,
        Path apalache,
        DistributedSettings distributed,
        CountUpdate updateCounts,
        boolean updateTraces,
        Path traces) {

    /**
     * The request to write the counts that came out into the manifest.
     *
     * @param fewerStates names of the benign entries whose counts may fall by more than a tenth
     */
    public record CountUpdate(Set<String> fewerStates) {
        /** Makes the set unmodifiable. */
        public CountUpdate {
            fewerStates = Set.copyOf(fewerStates);
        }
    }
}
