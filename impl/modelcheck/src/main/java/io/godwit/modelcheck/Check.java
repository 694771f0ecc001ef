package io.godwit.modelcheck;

import io.godwit.modelcheck.apalache.ApalacheChecker;
import io.godwit.modelcheck.apalache.ApalacheTool;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.CountsEditor;
import io.godwit.modelcheck.manifest.Engine;
import io.godwit.modelcheck.manifest.Entry;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.manifest.Tier;
import io.godwit.modelcheck.result.CheckReport;
import io.godwit.modelcheck.result.EntryResult;
import io.godwit.modelcheck.result.RuleFinding;
import io.godwit.modelcheck.result.Status;
import io.godwit.modelcheck.rules.DeadActionRule;
import io.godwit.modelcheck.rules.Models;
import io.godwit.modelcheck.rules.Rules;
import io.godwit.modelcheck.run.CheckListener;
import io.godwit.modelcheck.run.CheckRun;
import io.godwit.modelcheck.run.Checker;
import io.godwit.modelcheck.run.CheckerSettings;
import io.godwit.modelcheck.run.Counts;
import io.godwit.modelcheck.run.Job;
import io.godwit.modelcheck.run.JobResult;
import io.godwit.modelcheck.run.Scheduler;
import io.godwit.modelcheck.run.Selection;
import io.godwit.modelcheck.run.ToolFailedException;
import io.godwit.modelcheck.run.TraceSaver;
import io.godwit.modelcheck.tlc.DistributedTlcChecker;
import io.godwit.modelcheck.tlc.TlcChecker;
import io.godwit.modelcheck.spec.NextActionReader;
import io.godwit.modelcheck.tlc.TlcJar;
import io.godwit.trace.lens.Lenses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
     * @throws IOException when a file cannot be read or written
     * @throws InterruptedException when this thread is interrupted
     */
    public CheckReport run() throws BadInputException, ToolFailedException, IOException, InterruptedException {
        long begin = System.nanoTime();
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        List<Job> jobs = request.selection().jobs(request.manifest());
        enoughMemory(jobs);
        // Broken configurations end the run before anything is started.
        Models.read(request.manifest(), List.of());
        List<JobResult> results = runAll(jobs);
        Manifest manifest = request.manifest();
        if (request.updateCounts()) {
            manifest = updateCounts(manifest, results);
            results = judgeAgain(manifest, results);
        }
        TraceSaver saver = new TraceSaver(lenses(manifest));
        if (request.updateTraces()) {
            updateTraces(manifest, results, saver);
        }
        List<EntryResult> shown = new ArrayList<>();
        for (JobResult result : results) {
            shown.add(saved(manifest, result, saver));
        }
        Models models = Models.read(manifest, looked(manifest));
        List<RuleFinding> findings = new ArrayList<>(Rules.judge(models, request.selection().isWhole()));
        List<String> notJudged = new ArrayList<>();
        deadActions(models, shown, findings, notJudged);
        if (!request.selection().isWhole()) {
            notJudged.add("rules over the whole manifest: only a part of it was selected");
        }
        return new CheckReport(
                CheckReport.FORMAT,
                started,
                (System.nanoTime() - begin) / 1e9,
                request.selection().tier(),
                request.selection().filter(),
                Machine.describe(),
                shown.stream()
                        .map(EntryResult::tool)
                        .filter(tool -> !tool.isEmpty())
                        .distinct()
                        .sorted()
                        .toList(),
                shown,
                findings,
                notJudged);
    }

    private List<JobResult> runAll(List<Job> jobs)
            throws BadInputException, ToolFailedException, IOException, InterruptedException {
        CheckerSettings settings = new CheckerSettings(
                tools(),
                request.workers(),
                request.distributed());
        boolean needsApalache = jobs.stream().anyMatch(job -> job.engine() == Engine.APALACHE);
        Map<Engine, Checker> checkers = Map.of(
                Engine.TLC,
                tlc(settings),
                Engine.APALACHE,
                new ApalacheChecker(request.manifest(), needsApalache ? apalache() : null));
        Scheduler scheduler = new Scheduler(request.heapMb(), Machine.cores());
        return new CheckRun(request.manifest(), checkers, scheduler, settings, listener).run(jobs);
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

    private void enoughMemory(List<Job> jobs) throws BadInputException {
        int processes =
                request.distributed() == null ? 1 : 1 + request.distributed().workers();
        for (Job job : jobs) {
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

    /** The entries that this run speaks about. */
    private List<Entry> looked(Manifest manifest) {
        Selection selection = request.selection();
        return selection.isWhole() ? manifest.entries() : selection.entries(manifest);
    }

    private static Manifest updateCounts(Manifest manifest, List<JobResult> results)
            throws BadInputException, IOException {
        Map<String, Map<String, Long>> changed = Counts.changed(results);
        if (changed.isEmpty()) {
            return manifest;
        }
        Path file = manifest.file();
        Files.writeString(file, CountsEditor.edit(Files.readString(file), changed));
        return ManifestReader.read(file, manifest.root());
    }

    private static List<JobResult> judgeAgain(Manifest manifest, List<JobResult> results) {
        return results.stream()
                .map(result -> result.engine() == null
                        ? result
                        : JobResult.of(
                                manifest,
                                new Job(
                                        manifest.entry(result.job().entry().name())
                                                .orElseThrow(),
                                        result.job().engine()),
                                result.engine()))
                .toList();
    }

    private static void updateTraces(Manifest manifest, List<JobResult> results, TraceSaver saver) {
        for (JobResult result : results) {
            Entry entry = result.job().entry();
            if (entry.trace() != null
                    && result.job().engine() == Engine.TLC
                    && result.shown().status() == Status.PASSED) {
                saver.save(result, manifest.resolve(entry.trace()));
            }
        }
    }

    /** Keeps the counterexample of this run: of all entries if the user wants them, of failed ones in any case. */
    private EntryResult saved(Manifest manifest, JobResult result, TraceSaver saver) {
        EntryResult shown = result.shown();
        boolean failed = shown.status() == Status.FAILED;
        if (request.traces() == null && !failed) {
            return shown;
        }
        Path directory = request.traces() == null ? manifest.root().resolve("out/traces") : request.traces();
        Path file = directory.resolve(shown.name() + ".json");
        if (!saver.save(result, file)) {
            return shown;
        }
        Path relative = file.startsWith(manifest.root()) ? manifest.root().relativize(file) : file;
        return shown.withTrace(relative.toString());
    }

    private void deadActions(
            Models models, List<EntryResult> shown, List<RuleFinding> findings, List<String> notJudged)
            throws IOException, InterruptedException {
        Selection selection = request.selection();
        Optional<String> why = Optional.empty();
        if (!selection.isWhole() || selection.engine() == Engine.APALACHE) {
            why = Optional.of("only a part of the models was selected");
        } else if (!selection.tier().includes(Tier.PR)) {
            why = Optional.of("the quick tier need not take every action; run --tier pr");
        } else if (request.distributed() != null) {
            why = Optional.of("TLC's distributed mode does not report coverage");
        }
        if (why.isPresent()) {
            notJudged.add("dead-action: " + why.get());
            return;
        }
        DeadActionRule rule = new DeadActionRule(shown);
        findings.addAll(rule.findings(parts(models, rule.modules())));
        rule.notJudged().forEach(module -> notJudged.add("dead-action of " + module + ": a model of it failed"));
    }

    private Map<String, Set<String>> parts(Models models, Set<String> modules) throws IOException, InterruptedException {
        NextActionReader reader = new NextActionReader(models.manifest(), tools());
        Map<String, Set<String>> parts = new HashMap<>();
        for (Entry entry : models.tlcEntries()) {
            if (modules.contains(entry.module()) && !parts.containsKey(entry.module())) {
                parts.put(entry.module(), reader.read(entry, models.base(entry)));
            }
        }
        return parts;
    }

    private Path tools() {
        return request.tlaTools() == null ? TlcJar.bundled() : request.tlaTools().toAbsolutePath();
    }

    private static Lenses lenses(Manifest manifest) {
        return Lenses.load(manifest.resolve("spec"));
    }
}
