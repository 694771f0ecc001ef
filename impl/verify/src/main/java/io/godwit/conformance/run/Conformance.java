package io.godwit.conformance.run;

import io.godwit.conformance.corpus.CorpusFile;
import io.godwit.conformance.corpus.CorpusList;
import io.godwit.conformance.corpus.CorpusList.Model;
import io.godwit.conformance.corpus.Drift;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.Mismatch;
import io.godwit.conformance.replay.ReplayCounts;
import io.godwit.conformance.replay.ReplayRun;
import io.godwit.conformance.replay.ReplayRun.ModelReplay;
import io.godwit.conformance.replay.SourceLinks;
import io.godwit.conformance.run.ConformReport.ConformRow;
import io.godwit.conformance.run.ConformReport.ConformRow.Check;
import io.godwit.conformance.run.Traceability.ActionRow;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Drift, traceability, replay, coverage and the table in the documents, in this order. */
public final class Conformance {
    private final Manifest manifest;
    private final List<Binding> bindings;
    private final int threads;
    private final ConformListener listener;
    private final List<ConformRow> rows = new ArrayList<>();

    private Conformance(Manifest manifest, List<Binding> bindings, int threads, ConformListener listener) {
        this.manifest = manifest;
        this.bindings = bindings;
        this.threads = threads;
        this.listener = listener;
    }

    /**
     * Runs all checks.
     *
     * @param manifest the models of the project
     * @param bindings the engine, see {@link io.godwit.conformance.run.Bindings}
     * @param filter only models whose name contains it; drift is looked for in them only then, and what is said of all models is not judged. Empty for all
     * @param threads models at once, 1 or more
     * @param listener told how far it is
     * @throws BadInputException when the list of models, a module or a corpus is broken, or no model has such a name
     */
    public static ConformReport run(
            Manifest manifest, List<Binding> bindings, String filter, int threads, ConformListener listener)
            throws BadInputException, IOException, InterruptedException {
        return new Conformance(manifest, bindings, threads, listener).run(filter);
    }

    private ConformReport run(String filter) throws BadInputException, IOException, InterruptedException {
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        long start = System.nanoTime();
        CorpusList list = CorpusList.read(manifest);
        List<Model> models = list.containing(filter);
        drift(list, models, filter.isEmpty());
        Traceability traceability = traceability();
        long replaying = System.nanoTime();
        ReplayRun.Result replayed = replay(models);
        double replaySeconds = secondsSince(replaying);
        if (filter.isEmpty()) {
            coverage(traceability, replayed);
            evidence(traceability, replayed);
        }
        return new ConformReport(started, secondsSince(start), replaySeconds, replayed.distinct(), rows);
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private void drift(CorpusList list, List<Model> models, boolean whole) throws BadInputException, IOException {
        long start = System.nanoTime();
        List<String> findings = whole ? Drift.of(list) : Drift.of(manifest, models);
        add(ConformRow.of(
                Check.DRIFT,
                "drift",
                start,
                models.size() + " corpora are of this specification",
                findings.stream()
                        .map(finding -> finding + "; run ./godwit conform --regenerate")
                        .toList()));
    }

    private Traceability traceability() throws BadInputException, IOException {
        long start = System.nanoTime();
        Traceability traceability = Traceability.of(manifest.root(), bindings);
        add(ConformRow.of(
                Check.TRACEABILITY,
                "traceability",
                start,
                traceability.actions().size() + " actions and "
                        + traceability.variables().size() + " variables have a counterpart or a reason",
                traceability.findings().stream()
                        .map(finding -> finding.subject() + " " + finding.message() + "\n    " + finding.remedy())
                        .toList()));
        return traceability;
    }

    private ReplayRun.Result replay(List<Model> models) throws BadInputException, IOException, InterruptedException {
        List<Path> files = models.stream().map(Model::file).toList();
        long transitions = 0;
        for (Path file : files) {
            transitions += CorpusFile.header(file).transitions();
        }
        listener.planned(files.size(), transitions);
        ReplayRun run = new ReplayRun(bindings, new SourceLinks(manifest.root()), threads, new ReplayRun.Listener() {
            @Override
            public void started(String model) {
                listener.started(model);
            }

            @Override
            public void progress(String model, int more) {
                listener.progress(model, more);
            }

            @Override
            public void finished(ModelReplay replay) {
                add(row(replay));
            }
        });
        return run.run(files);
    }

    private void coverage(Traceability traceability, ReplayRun.Result replayed) {
        long start = System.nanoTime();
        add(ConformRow.of(
                Check.COVERAGE,
                "coverage",
                start,
                String.format(
                        Locale.ROOT,
                        "%,d different transitions, all %d actions among them",
                        replayed.distinct(),
                        traceability.actions().size()),
                ReplayCoverage.findings(traceability, replayed)));
    }

    private void evidence(Traceability traceability, ReplayRun.Result replayed) throws BadInputException, IOException {
        long start = System.nanoTime();
        List<String> stale = Evidence.stale(manifest.root(), traceability, ReplayCounts.of(replayed)).stream()
                .toList();
        add(ConformRow.of(Check.EVIDENCE, "evidence", start, "docs/verify/evidence.md is up to date", stale));
    }

    private static ConformRow row(ModelReplay replay) {
        List<String> reasons = new ArrayList<>(
                replay.mismatches().stream().map(Mismatch::explain).toList());
        if (replay.mismatchCount() > reasons.size()) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%,d mismatches altogether; of each kind and action the first is shown",
                    replay.mismatchCount()));
        }
        return new ConformRow(
                Check.REPLAY,
                replay.model(),
                replay.agrees() ? EntryStatus.PASSED : EntryStatus.FAILED,
                replay.millis() / 1e3,
                replay.states(),
                replay.transitions(),
                replay.agrees() ? "agrees" : String.format(Locale.ROOT, "%,d mismatches", replay.mismatchCount()),
                reasons);
    }

    private synchronized void add(ConformRow row) {
        rows.add(row);
        listener.finished(row);
    }

    /** Told how far the checks are, from several threads. */
    public interface ConformListener {
        /** So much is to be replayed. */
        default void planned(int models, long transitions) {}

        /** A model begins. */
        default void started(String model) {}

        /** So many more transitions of a model were replayed. */
        default void progress(String model, int transitions) {}

        /** A check is done. */
        default void finished(ConformRow row) {}
    }

    /** Was enough replayed? Every action, by the method or class that claims it, and a million transitions. */
    static final class ReplayCoverage {
        private static final int ENOUGH = 1_000_000;

        private ReplayCoverage() {}

        static List<String> findings(Traceability traceability, ReplayRun.Result replayed) {
            List<String> findings = new ArrayList<>();
            if (replayed.distinct() < ENOUGH) {
                findings.add(String.format(
                        Locale.ROOT,
                        "only %,d different transitions, not %,d; list more models in models/corpus/models.txt",
                        replayed.distinct(),
                        ENOUGH));
            }
            for (ActionRow action : traceability.actions()) {
                Set<Method> carriers = new HashSet<>();
                boolean taken = false;
                for (ModelReplay replay : replayed.replays()) {
                    if (replay.root().equals(action.root())) {
                        taken |= replay.taken().containsKey(action.action());
                        carriers.addAll(replay.carriers().getOrDefault(action.action(), Set.of()));
                    }
                }
                if (!taken) {
                    findings.add(action.root() + ": no model takes " + action.action()
                            + "; list one in models/corpus/models.txt");
                }
                for (Method handler : action.handlers()) {
                    if (!carriers.contains(handler)) {
                        findings.add(action.root() + ": " + action.action() + " is replayed without "
                                + Traceability.name(handler) + ", which claims it; correct the binding");
                    }
                }
            }
            return findings;
        }
    }
}
