package io.godwit.modelcheck;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Engine;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.result.CheckReport;
import io.godwit.modelcheck.run.CheckListener;
import io.godwit.modelcheck.run.CheckRun;
import io.godwit.modelcheck.run.CheckerSettings;
import io.godwit.modelcheck.run.Job;
import io.godwit.modelcheck.run.JobResult;
import io.godwit.modelcheck.run.Scheduler;
import io.godwit.modelcheck.run.ToolFailedException;
import io.godwit.modelcheck.tlc.TlcChecker;
import io.godwit.modelcheck.tlc.TlcJar;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** One run of {@code check}, from the request to the report. */
public final class Check {
    private final CheckRequest request;
    private final CheckListener listener;

    /** A run that tells {@code listener} how it goes on. */
    public Check(CheckRequest request, CheckListener listener) {
        this.request = request;
        this.listener = listener;
    }

    /**
     * Runs.
     *
     * @throws BadInputException when the user's files are broken
     * @throws ToolFailedException when a checker cannot be run
     * @throws InterruptedException when this thread is interrupted
     */
    public CheckReport run() throws BadInputException, ToolFailedException, InterruptedException {
        Manifest manifest = request.manifest();
        long begin = System.nanoTime();
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        CheckerSettings settings = new CheckerSettings(
                request.tlaTools() == null ? TlcJar.bundled() : request.tlaTools(), null, request.workers(), 0);
        Scheduler scheduler =
                new Scheduler(request.heapMb(), Runtime.getRuntime().availableProcessors());
        List<Job> jobs = request.selection().jobs(manifest);
        List<JobResult> results = new CheckRun(
                        manifest, Map.of(Engine.TLC, new TlcChecker(manifest, settings)), scheduler, settings, listener)
                .run(jobs);
        return new CheckReport(
                CheckReport.FORMAT,
                started,
                (System.nanoTime() - begin) / 1e9,
                request.selection().tier(),
                request.selection().filter(),
                Map.of(),
                List.of(),
                results.stream().map(JobResult::shown).toList(),
                List.of(),
                List.of());
    }
}
