package io.godwit.modelcheck.run;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.EntryResult.Outcome;
import java.util.List;

/**
 * What came out of a job.
 *
 * @param job the job
 * @param engine everything that the checker found out; null when it did not run
 * @param shown the part that is shown and saved
 */
public record JobResult(CheckJob job, EngineResult engine, EntryResult shown) {
    /** A job that could not run because its checker is not here. */
    static JobResult skipped(CheckJob job, String why) {
        EntryResult shown = shown(job, null, EntryStatus.SKIPPED, List.of(why), new Outcome("skipped", null, null));
        return new JobResult(job, null, shown);
    }

    /** A job that ran. */
    public static JobResult of(CheckJob job, EngineResult result) {
        List<String> reasons = new Expected(job.entry(), job.engine()).differences(result);
        EntryStatus status = reasons.isEmpty() ? EntryStatus.PASSED : EntryStatus.FAILED;
        return new JobResult(job, result, shown(job, result, status, reasons, outcome(result.verdict())));
    }

    private static Outcome outcome(Verdict verdict) {
        if (verdict instanceof Verdict.Violated violated) {
            return new Outcome("violated", String.join(" or ", violated.candidates()), null);
        }
        return verdict instanceof Verdict.Failed failed
                ? new Outcome("error", null, failed.kind().word())
                : new Outcome("holds", null, null);
    }

    private static EntryResult shown(
            CheckJob job, EngineResult result, EntryStatus status, List<String> reasons, Outcome got) {
        ManifestEntry entry = job.entry();
        CheckProgress counts = result == null ? new CheckProgress(0, 0, 0, 0, 0) : result.progress();
        EngineResult.Counterexample counterexample = result == null ? null : result.counterexample();
        return new EntryResult(
                entry.name(),
                job.engine(),
                entry.kind(),
                entry.tier(),
                entry.module(),
                entry.covers(),
                entry.guard(),
                entry.faults(),
                entry.says(),
                entry.source(),
                entry.expect(),
                status,
                reasons,
                got,
                counts.distinct(),
                counts.generated(),
                result == null ? null : result.depth(),
                counterexample == null ? null : counterexample.length(),
                result == null ? 0 : result.seconds(),
                entry.seconds(),
                counts.peakHeapMb(),
                entry.heapMb(),
                result == null ? "" : result.tool(),
                result == null ? List.of() : result.coverage(),
                null);
    }
}
