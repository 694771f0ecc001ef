package io.godwit.matrix.verify;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.matrix.verify.RuntimeCoverage.Line;
import io.godwit.matrix.verify.Verification.VerifyListener;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.matrix.verify.VerifyReport.RungResult.Case;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Window;
import io.godwit.simulation.run.SeedBatch;
import io.godwit.simulation.run.Subjects;
import io.godwit.simulation.run.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The simulation of quorum: each seed must pass, also some with many keys. A complete batch must also cover every planned event. */
final class SimulationPart {
    static final String NAME = "simulation";

    private static final int MEMBERS = 5;
    private static final long MICROS = 60_000_000;
    private static final String PROTOCOL = "quorum";
    /** Loads that are only in plans that name them, with some faults. */
    private static final String NAMED = "many-keys,reset,reboot";

    private static final long NAMED_SEEDS = 3;

    /** Number of seeds that have to execute most of the runtime. */
    static final long COVERED = 100;

    private final Path root;
    private final long seeds;
    private final int threads;
    private final boolean complete;

    /**
     * The first seeds.
     *
     * @param root of the project
     * @param complete whether they are enough for everything to come about that is planned in any of them
     */
    SimulationPart(Path root, long seeds, int threads, boolean complete) {
        this.root = root;
        this.seeds = seeds;
        this.threads = threads;
        this.complete = complete;
    }

    RungResult run(VerifyListener listener) throws BadInputException, IOException {
        long start = System.nanoTime();
        Subject<?> subject = Subjects.protocol(PROTOCOL);
        List<String> windows = subject.windows().stream().map(Window::name).toList();
        FaultChoice all = FaultChoice.all(windows);
        List<RunResult> results = new ArrayList<>();
        AtomicLong done = new AtomicLong();
        listener.doing(() -> String.format(Locale.ROOT, "%s: %d of %d seeds", NAME, done.get(), seeds));
        SeedBatch batch = new SeedBatch(subject, new RunSettings(PROTOCOL, MEMBERS, MICROS, all), threads, null);
        Consumer<RunResult> listen = result -> {
            synchronized (results) {
                results.add(result);
            }
            done.incrementAndGet();
        };
        if (RuntimeCoverage.isMeasured()) {
            RuntimeCoverage.reset();
        }
        Totals totals = batch.run(1, Math.min(seeds, COVERED), false, listen);
        List<RunResult> named = Collections.synchronizedList(new ArrayList<>());
        FaultChoice choice = FaultChoice.parse(NAMED, windows);
        new SeedBatch(subject, new RunSettings(PROTOCOL, MEMBERS, MICROS, choice), threads, null)
                .run(1, NAMED_SEEDS, false, named::add);
        Case coverage = seeds < COVERED ? null : CoverageCase.of(root);
        totals.add(batch.run(COVERED + 1, Math.max(0, seeds - COVERED), false, listen));
        results.sort(Comparator.comparingLong(result -> result.plan().seed()));
        double seconds = (System.nanoTime() - start) / 1e9;
        List<Case> cases =
                new ArrayList<>(results.stream().map(result -> of(result, "")).toList());
        named.forEach(result -> cases.add(of(result, " --faults " + NAMED)));
        if (coverage != null) {
            cases.add(coverage);
        }
        if (complete) {
            cases.add(coverage(totals));
        }
        return new RungResult(NAME, seconds, summary(totals), cases);
    }

    private static Case coverage(Totals totals) {
        List<String> reasons =
                totals.missing().stream().map(it -> it + " did not occur").toList();
        return new Case(NAME, "coverage", reasons.isEmpty() ? EntryStatus.PASSED : EntryStatus.FAILED, 0, reasons);
    }

    private String summary(Totals totals) {
        String text = String.format(
                Locale.ROOT,
                "%d of %d seeds hold; %,d messages, %,.0f virtual s",
                totals.counts().runs() - totals.failures().size(),
                seeds,
                totals.counts().delivered(),
                totals.counts().virtualMicros() / 1e6);
        if (totals.counts().gaveUp() > 0) {
            text += "; gave up on " + totals.counts().gaveUp() + " keys";
        }
        return totals.missing().isEmpty()
                ? text
                : text + "; planned but did not occur: " + String.join(", ", totals.missing());
    }

    private static Case of(RunResult result, String options) {
        String name = "seed " + result.plan().seed() + options;
        if (result.passed()) {
            return new Case(NAME, name, EntryStatus.PASSED, 0, List.of());
        }
        return new Case(
                NAME,
                name,
                EntryStatus.FAILED,
                0,
                List.of(
                        result.violation().toString(),
                        "./godwit simulate --seed " + result.plan().seed() + options + " --shrink"));
    }

    /** Checks that the first seeds execute most of the runtime, and that each other line is listed with a test or a reason. */
    static final class CoverageCase {
        private static final double LEAST = 0.9;
        private static final double PERCENT = 100;

        private CoverageCase() {}

        /** Looks at what has been executed in this JVM, and writes it to {@code out/runtime-coverage.json}. */
        static Case of(Path root) throws BadInputException, IOException {
            if (!RuntimeCoverage.hasSources(root)) {
                return new Case(
                        SimulationPart.NAME,
                        "runtime",
                        EntryStatus.SKIPPED,
                        0,
                        List.of("the lines that are executed are those of the sources, which a release does not have"));
            }
            if (!RuntimeCoverage.isMeasured()) {
                return failed(
                        List.of("not measured: JaCoCo's agent does not run in this JVM. ./godwit verify starts it."));
            }
            RuntimeCoverage coverage = RuntimeCoverage.now(root);
            Path file = root.resolve("out").resolve("runtime-coverage.json");
            Files.createDirectories(file.getParent());
            Files.writeString(file, new ObjectMapper().writeValueAsString(coverage));
            return judge(coverage, CoverageList.read(CoverageList.file(root)));
        }

        /** A measurement, held against the list. */
        static Case judge(RuntimeCoverage coverage, CoverageList list) {
            String share = String.format(
                    Locale.ROOT,
                    "%d of %d lines, %.1f %%",
                    coverage.which(true).count(),
                    coverage.lines().size(),
                    coverage.share() * PERCENT);
            List<String> reasons = new ArrayList<>();
            if (coverage.share() < LEAST) {
                reasons.add("the first " + SimulationPart.COVERED + " seeds and those with many keys execute " + share
                        + ", and 90 % are required");
            }
            for (Line line : list.lacks(coverage.which(false).toList())) {
                reasons.add(line.file() + ":" + line.number() + " is executed by none of the first "
                        + SimulationPart.COVERED
                        + " seeds, and docs/results/runtime-coverage.json names no test that does: " + line.text());
            }
            if (!reasons.isEmpty()) {
                return failed(reasons);
            }
            return new Case(SimulationPart.NAME, "runtime: " + share, EntryStatus.PASSED, 0, List.of());
        }

        private static Case failed(List<String> reasons) {
            return new Case(SimulationPart.NAME, "runtime", EntryStatus.FAILED, 0, reasons);
        }
    }
}
