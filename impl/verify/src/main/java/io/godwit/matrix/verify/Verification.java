package io.godwit.matrix.verify;

import io.godwit.conformance.run.Bindings;
import io.godwit.conformance.run.ConformReport;
import io.godwit.conformance.run.ConformReport.ConformRow;
import io.godwit.conformance.run.Conformance;
import io.godwit.conformance.run.Conformance.ConformListener;
import io.godwit.matrix.MatrixResult;
import io.godwit.matrix.Rows;
import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.matrix.RuntimeResult;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.matrix.verify.VerifyReport.RungResult.Case;
import io.godwit.modelcheck.CheckRequest;
import io.godwit.modelcheck.Machine;
import io.godwit.modelcheck.ModelCheck;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.run.CheckListener;
import io.godwit.modelcheck.run.CheckReport;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.Selection;
import io.godwit.modelcheck.run.ToolProcess.ToolFailedException;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.quorum.QuorumSubject;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs the rungs, one after the other. */
public final class Verification {
    private static final long SEEDS = 100;
    private static final long SEEDS_FULL = 500;
    private static final long LOGS_FULL = 20;
    private static final int LOG_SECONDS = 4;
    private static final int LOG_SECONDS_FULL = 12;
    private static final String MODELS = "models";

    private final Function<Selection, CheckRequest> requests;
    private final Selection selection;
    private final boolean full;
    private final VerifyListener listener;
    private final List<RungResult> rungs = new ArrayList<>();
    private Manifest manifest;

    /**
     * A verification.
     *
     * @param requests what is asked of the model checkers for a choice of models
     * @param selection the models
     * @param full 500 seeds, 20 event logs, the whole matrix and the mutants of the runtime instead of 100 seeds, a short event
     *     log and the fastest row of each rung
     * @param listener told how it goes on
     */
    public Verification(
            Function<Selection, CheckRequest> requests, Selection selection, boolean full, VerifyListener listener) {
        this.requests = requests;
        this.selection = selection;
        this.full = full;
        this.listener = listener;
    }

    /**
     * Runs.
     *
     * @throws BadInputException when the user's files are broken
     * @throws ToolFailedException when a checker cannot be run
     */
    public VerifyReport run() throws BadInputException, ToolFailedException, IOException, InterruptedException {
        long start = System.nanoTime();
        String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        CheckRequest request = requests.apply(selection);
        manifest = request.manifest();
        // What is broken is found before anything takes time.
        Rows rows = Rows.read(manifest.root());
        MatrixPart matrix = new MatrixPart(manifest, rows, Machine.cores());
        List<MatrixPart.Fastest> fastest =
                MatrixPart.fastest(manifest, rows, MatrixResult.read(MatrixResult.file(manifest.root())));
        RuntimeResult runtime = RuntimeResult.read(RuntimeResult.file(manifest.root()));
        CheckReport check = new ModelCheck(request, listener).run();
        add(models(check));
        conform();
        add(new SimulationPart(manifest.root(), full ? SEEDS_FULL : SEEDS, Machine.cores(), full).run(listener));
        add(new EventLogPart(
                        new QuorumSubject(Quorum.whole()),
                        manifest.root().resolve("spec"),
                        full ? LOGS_FULL : 1,
                        full ? LOG_SECONDS_FULL : LOG_SECONDS,
                        Machine.cores())
                .run(listener));
        MatrixPart.Outcome outcome =
                full ? matrix.runAll(check, listener) : matrix.runFastest(fastest, mutant(fastest), listener);
        add(outcome.rung());
        if (full) {
            add(new RuntimePart(runtime, Machine.cores()).run(listener));
        }
        return new VerifyReport(started, (System.nanoTime() - start) / 1e9, full, check, rungs, outcome.matrix());
    }

    private void add(RungResult rung) {
        rungs.add(rung);
        listener.finished(rung);
    }

    /** The mutant that TLC kills the fastest. */
    private CheckReport mutant(List<MatrixPart.Fastest> fastest)
            throws BadInputException, ToolFailedException, IOException, InterruptedException {
        String name = fastest.stream()
                .filter(one -> one.rung() == Rung.TLC)
                .findFirst()
                .orElseThrow()
                .where();
        return new ModelCheck(requests.apply(new Selection(Tier.PR, name, ModelChecker.TLC)), listener).run();
    }

    private static RungResult models(CheckReport check) {
        List<Case> cases = new ArrayList<>();
        for (EntryResult entry : check.entries()) {
            String name = entry.name() + " [" + entry.engine().name().toLowerCase(Locale.ROOT) + "]";
            cases.add(new Case(entry.module(), name, entry.status(), entry.seconds(), entry.reasons()));
        }
        for (RuleFinding finding : check.rules()) {
            cases.add(new Case(
                    "rules",
                    finding.rule() + " " + finding.subject(),
                    EntryStatus.FAILED,
                    0,
                    List.of(finding.message())));
        }
        long states = check.entries().stream().mapToLong(EntryResult::distinct).sum();
        String summary = String.format(
                Locale.ROOT,
                "%d of %d as expected, tier %s; %,d states",
                check.count(EntryStatus.PASSED),
                check.entries().size(),
                check.tier().name().toLowerCase(Locale.ROOT),
                states);
        return new RungResult(MODELS, check.seconds(), summary, cases);
    }

    private void conform() throws BadInputException, IOException, InterruptedException {
        AtomicInteger models = new AtomicInteger();
        AtomicLong all = new AtomicLong();
        AtomicLong replayed = new AtomicLong();
        listener.doing(() -> String.format(
                Locale.ROOT, "replay: %,d of %,d transitions of %d models", replayed.get(), all.get(), models.get()));
        ConformReport report = Conformance.run(manifest, Bindings.all(), "", Machine.cores(), new ConformListener() {
            @Override
            public void planned(int count, long transitions) {
                models.set(count);
                all.set(transitions);
            }

            @Override
            public void progress(String model, int transitions) {
                replayed.addAndGet(transitions);
            }
        });
        for (ConformRow.Check kind : ConformRow.Check.values()) {
            add(of(kind, report));
        }
    }

    private static RungResult of(ConformRow.Check kind, ConformReport report) {
        String name = kind.name().toLowerCase(Locale.ROOT);
        List<ConformRow> rows =
                report.rows().stream().filter(row -> row.check() == kind).toList();
        List<Case> cases = rows.stream()
                .map(row -> new Case(name, row.name(), row.status(), row.seconds(), row.reasons()))
                .toList();
        double seconds = rows.stream().mapToDouble(ConformRow::seconds).sum();
        String summary = rows.size() == 1 ? rows.get(0).summary() : "";
        if (kind == ConformRow.Check.REPLAY) {
            // Several models at once: what each took does not add up to what the reader waited.
            seconds = report.replaySeconds();
            summary = String.format(
                    Locale.ROOT,
                    "%d of %d models agree; %,d transitions, %,d different",
                    rows.stream()
                            .filter(row -> row.status() == EntryStatus.PASSED)
                            .count(),
                    rows.size(),
                    report.transitions(),
                    report.distinct());
        }
        return new RungResult(name, seconds, summary, cases);
    }

    /** Told how a verification goes on, from several threads. */
    public interface VerifyListener extends CheckListener {
        /**
         * Something else than models runs.
         *
         * @param line says how far it is, whenever it is asked
         */
        default void doing(Supplier<String> line) {}

        /** A rung is done. */
        default void finished(RungResult rung) {}
    }
}
