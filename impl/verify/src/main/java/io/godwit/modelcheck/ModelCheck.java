package io.godwit.modelcheck;

import io.godwit.modelcheck.apalache.ApalacheChecker;
import io.godwit.modelcheck.apalache.ApalacheTool;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.rules.CounterexampleRule;
import io.godwit.modelcheck.rules.Models;
import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.CheckListener;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.CheckRun;
import io.godwit.modelcheck.run.Checker;
import io.godwit.modelcheck.run.Checker.CheckerSettings;
import io.godwit.modelcheck.run.Counts;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.JobResult;
import io.godwit.modelcheck.run.TaskScheduler;
import io.godwit.modelcheck.run.ToolProcess.ToolFailedException;
import io.godwit.modelcheck.run.TraceSaver;
import io.godwit.modelcheck.tlc.DistributedTlcChecker;
import io.godwit.modelcheck.tlc.TlcChecker;
import io.godwit.modelcheck.tlc.TlcProcess;
import io.godwit.trace.Lenses;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** One run of {@code check}, from the request to the report. */
public final class ModelCheck {
    private final CheckRequest request;
    private final CheckListener listener;
    private final Path tools;

    /** A run that tells {@code listener} how it goes on. */
    public ModelCheck(CheckRequest request, CheckListener listener) {
        this.request = request;
        this.listener = listener;
        this.tools = request.tlaTools() == null
                ? TlcProcess.bundled()
                : request.tlaTools().toAbsolutePath();
    }

    /**
     * Runs.
     *
     * @throws BadInputException when the user's files are broken
     * @throws ToolFailedException when a checker cannot be run
     * @throws IOException when a file cannot be read or written
     * @throws InterruptedException when this thread is interrupted
     */
    public CheckReport run() throws BadInputException, ToolFailedException, IOException, InterruptedException {
        long begin = System.nanoTime();
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Manifest manifest = request.manifest();
        // Broken configurations end the run before anything is started.
        Models.read(manifest, List.of());
        List<JobResult> results = runAll();
        List<RuleFinding> falls = List.of();
        if (request.updateCounts() != null) {
            falls = Counts.falls(results, request.updateCounts().fewerStates());
            manifest = Updates.counts(manifest, results, falls);
            results = Updates.judgeAgain(manifest, results);
        }
        Lenses lenses = Lenses.load(manifest.resolve("spec"));
        List<EntryResult> shown = keep(manifest, results, lenses);
        RuleEvaluation judgement = new RuleEvaluation(request.selection(), request.distributed() != null);
        judgement.add(falls);
        judgement.add(new CounterexampleRule(lenses).findings(manifest, shown));
        judgement.judge(manifest, results, shown, tools);
        return new CheckReport(
                CheckReport.FORMAT,
                started,
                (System.nanoTime() - begin) / 1e9,
                request.selection().tier(),
                request.selection().filter(),
                Machine.describe(),
                versions(shown),
                shown,
                judgement.findings(),
                judgement.notJudged());
    }

    private List<JobResult> runAll() throws BadInputException, ToolFailedException, IOException, InterruptedException {
        List<CheckJob> jobs = request.selection().jobs(request.manifest());
        enoughMemory(jobs);
        CheckerSettings settings = new CheckerSettings(
                tools, request.workers(), request.selection().tier().includes(Tier.PR), request.distributed());
        boolean needsApalache = jobs.stream().anyMatch(job -> job.engine() == ModelChecker.APALACHE);
        Map<ModelChecker, Checker> checkers = Map.of(
                ModelChecker.TLC,
                tlc(settings),
                ModelChecker.APALACHE,
                new ApalacheChecker(request.manifest(), needsApalache ? apalache() : null));
        TaskScheduler scheduler = new TaskScheduler(request.heapMb(), Machine.cores());
        return new CheckRun(checkers, scheduler, settings, listener).run(jobs);
    }

    private Checker tlc(CheckerSettings settings) {
        return settings.distributed() == null
                ? new TlcChecker(request.manifest(), settings)
                : new DistributedTlcChecker(request.manifest(), settings, listener::note);
    }

    private ApalacheTool apalache() throws ToolFailedException, InterruptedException {
        try {
            return ApalacheTool.find(request.apalache(), System.getenv()).orElse(null);
        } catch (IOException e) {
            throw new ToolFailedException("Apalache cannot be run: " + e.getMessage());
        }
    }

    private void enoughMemory(List<CheckJob> jobs) throws BadInputException {
        int processes =
                request.distributed() == null ? 1 : 1 + request.distributed().workers();
        for (CheckJob job : jobs) {
            int needed = job.entry().heapMb() * processes;
            if (needed > request.heapMb()) {
                throw new BadInputException(
                        request.manifest().file(),
                        job.entry().line(),
                        job.entry().name() + " needs " + needed + " MiB, but all models together may use "
                                + request.heapMb(),
                        "Give more with --heap, if this machine has it.");
            }
        }
    }

    private List<EntryResult> keep(Manifest manifest, List<JobResult> results, Lenses lenses) {
        TraceSaver saver = new TraceSaver(lenses);
        if (request.updateTraces()) {
            Updates.traces(manifest, results, saver);
        }
        return results.stream()
                .map(result -> Updates.keep(manifest, result, saver, request.traces()))
                .toList();
    }

    private static List<String> versions(List<EntryResult> results) {
        return results.stream()
                .map(EntryResult::tool)
                .filter(tool -> !tool.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }
}
