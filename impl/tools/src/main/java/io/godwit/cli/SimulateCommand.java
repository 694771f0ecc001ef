package io.godwit.cli;

import io.godwit.cli.FiguresFile.Cost;
import io.godwit.cli.Outputs.ProjectRoot;
import io.godwit.member.EventLogRecorder;
import io.godwit.member.config.MemberConfig.Tracing;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;
import io.godwit.simulation.quorum.QuorumSubject;
import io.godwit.simulation.quorum.RecordedSubject;
import io.godwit.simulation.run.Investigation;
import io.godwit.simulation.run.LogDigest;
import io.godwit.simulation.run.SeedBatch;
import io.godwit.simulation.run.Shrinker;
import io.godwit.simulation.run.Simulation;
import io.godwit.simulation.run.Totals;
import io.godwit.trace.Lenses;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code godwit simulate}: whole members in a simulated world of random faults. */
@Command(
        name = "simulate",
        description = "Run members and clients in a simulated world of faults; a seed determines each run.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "docs/verify/simulation.md describes the faults, the windows and the checks."},
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:all properties held in all runs",
            "1:a property was violated",
            "2:invalid arguments or input",
            "3:a run failed with an internal error"
        })
final class SimulateCommand implements Callable<Integer> {
    private static final int SHRINK_RUNS = 1_500;

    @Spec
    private CommandSpec spec;

    @ArgGroup
    private Which which = new Which();

    /** A single seed or many. */
    static final class Which {
        @Option(
                names = "--seeds",
                paramLabel = "N",
                description = "Number of seeds to run, starting at 1 (see --from). Default: 100.")
        private long seeds = 100;

        @Option(names = "--seed", paramLabel = "S", description = "Run a single seed.")
        private Long seed;
    }

    @Option(
            names = "--from",
            paramLabel = "S",
            defaultValue = "1",
            description = "First seed. Default: ${DEFAULT-VALUE}.")
    private long from;

    @Mixin
    private SimulateOptions options;

    @Option(names = "--stop", description = "Stop after the first seed that fails.")
    private boolean stop;

    @Option(names = "--shrink", description = "Shrink the schedule of the first failure.")
    private boolean shrink;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for log, schedule and trace of the first failure. Default: out/simulation.")
    private Path directory;

    @Option(
            names = "--figures",
            paramLabel = "FILE",
            description =
                    "File for the figures of many seeds. An interrupted batch continues after the last seed in the file;"
                            + " --from and --seeds give the first seed and the total number.")
    private Path figures;

    @Option(names = "--verbose", description = "Print the log of a single run, a line for each event.")
    private boolean verbose;

    @Option(
            names = "--events",
            paramLabel = "DIR",
            description =
                    "Directory for the members' event logs of a single run, as real members write them (docs/verify/event-log.md).")
    private Path events;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Number of seeds run in parallel. Default: one per processor.")
    private int workers = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--digest",
            description = "Print a digest of all logs; equal digests mean equal events. Takes much longer.")
    private boolean withDigest;

    private PrintWriter out;

    @Override
    public Integer call() throws Exception {
        out = spec.commandLine().getOut();
        RunPlan plan = options.plan();
        Subject<?> subject = options.subject(plan);
        RunSettings settings = options.settings(subject);
        if (workers < 1 || which.seeds < 1) {
            throw new ParameterException(spec.commandLine(), "--workers and --seeds must be at least 1");
        }
        if (plan == null && which.seed != null) {
            plan = new RunPlanner(settings).plan(which.seed);
        }
        if (plan == null && verbose) {
            throw new ParameterException(spec.commandLine(), "--verbose requires a single run: --seed or --schedule");
        }
        if (events != null && plan == null) {
            throw new ParameterException(spec.commandLine(), "--events requires a single run: --seed or --schedule");
        }
        if (events == null) {
            return plan == null ? many(subject, settings) : one(subject, subject, plan);
        }
        if (subject instanceof QuorumSubject quorum) {
            refuseOtherLogs();
            return one(quorum, new RecordedSubject(quorum, EventLogRecorder.of(new Tracing(events))), plan);
        }
        throw new ParameterException(spec.commandLine(), "--events is supported for the protocol quorum only");
    }

    private void refuseOtherLogs() throws IOException {
        if (!Files.isDirectory(events)) {
            return;
        }
        try (Stream<Path> files = Files.list(events)) {
            files.filter(it -> it.toString().endsWith(".ndjson")).findFirst().ifPresent(it -> {
                throw new ParameterException(
                        spec.commandLine(),
                        "--events: " + it + " belongs to another run; use another directory or remove it");
            });
        }
    }

    /** Runs the subject with the options of this run, and repeats a failing run without them. */
    private int one(Subject<?> subject, Subject<?> once, RunPlan plan) {
        LogDigest digest = new LogDigest();
        RunResult result;
        if (verbose) {
            result = new Investigation<>(once).log(plan, out::println);
        } else if (withDigest) {
            result = digest.run(once, plan);
            out.println("digest: " + digest.text());
        } else {
            result = Simulation.run(once, plan, Observer.none());
        }
        if (!result.missing().isEmpty()) {
            out.println("missing: " + String.join(", ", result.missing()) + " (planned, but did not occur)");
        }
        if (!result.waived().isEmpty()) {
            out.println("lost more than the protocol claims to survive: " + result.waived());
        }
        if (result.calls().gaveUp() > 0) {
            out.println("gave up on " + result.calls().gaveUp() + " keys: their histories are undecided");
        }
        out.println("fingerprint: " + Long.toHexString(result.fingerprint()));
        out.println(summary(result));
        out.flush();
        if (result.passed()) {
            return ExitStatus.OK;
        }
        investigate(subject, result);
        return ExitStatus.CHECK_FAILED;
    }

    private int many(Subject<?> subject, RunSettings settings) throws IOException {
        Totals totals = new Totals();
        FiguresFile file = figures == null ? null : new FiguresFile(figures, options.described(), from);
        long first = file == null ? from : file.next();
        long count = Math.max(0, from + which.seeds - first);
        LogDigest digest = withDigest ? new LogDigest() : null;
        Cost.Meter meter = new Cost.Meter();
        try (SimulationProgress progress = new SimulationProgress(out, count)) {
            SeedBatch batch = new SeedBatch(subject, settings, workers, digest);
            long part = file == null ? count : FiguresFile.PART;
            for (long seed = first; seed < first + count; seed += part) {
                Cost before = meter.read();
                Totals some = batch.run(seed, Math.min(part, first + count - seed), stop, progress::ended);
                totals.add(some);
                if (file != null) {
                    file.add(some, meter.read().since(before));
                }
                if (stop && !some.failures().isEmpty()) {
                    break;
                }
            }
        }
        if (digest != null) {
            out.println("digest: " + digest.text());
        }
        new SimulationTable(out).print(totals, meter.read(), workers);
        if (file != null) {
            out.println("figures:  " + figures + " (" + file.summary() + ")");
        }
        if (totals.failures().isEmpty()) {
            return file == null || file.allHeld() ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
        }
        investigate(subject, totals.failures().get(0));
        return ExitStatus.CHECK_FAILED;
    }

    private static String summary(RunResult result) {
        String text = "seed " + result.plan().seed() + ": " + result.delivered() + " messages delivered, "
                + result.calls().ended() + " calls, " + result.calls().unknown() + " of unknown outcome; ";
        return text + (result.passed() ? "all held" : "FAILED " + result.violation());
    }

    private void investigate(Subject<?> subject, RunResult failure) {
        RunResult shown = failure;
        if (shrink) {
            Shrinker shrinker = new Shrinker(subject, SHRINK_RUNS, runs -> {});
            shown = shrinker.shrink(failure);
            out.printf(
                    "shrunk in %d runs: %d of %d faults, %d of %d calls%n",
                    shrinker.runs(),
                    shown.plan().faults().size(),
                    failure.plan().faults().size(),
                    shown.made().size(),
                    failure.made().size());
            out.println(
                    "FAILED " + SimulationProgress.firstLine(shown.violation().toString()));
        }
        Path root = ProjectRoot.find();
        Investigation.RunFiles files = new Investigation<>(subject)
                .write(
                        shown.plan(),
                        directory == null ? root.resolve("out/simulation") : directory,
                        subject.name() + "-" + shown.plan().seed(),
                        Lenses.load(root.resolve("spec")));
        out.println("log:      " + files.log());
        out.println("schedule: " + files.schedule() + "   (./godwit simulate --schedule FILE)");
        out.println("trace:    " + files.trace() + "   (./godwit trace FILE)");
        out.flush();
    }

    /** Progress of a batch of seeds. */
    static final class SimulationProgress implements AutoCloseable {
        private final StatusLine status;
        private final long seeds;
        private final long start = System.nanoTime();
        private long done;
        private long failed;
        private long delivered;

        SimulationProgress(PrintWriter out, long seeds) {
            this.seeds = seeds;
            this.status = new StatusLine(out, this::text);
        }

        void ended(RunResult result) {
            count(result);
            if (!result.passed()) {
                status.print("FAILED seed " + result.plan().seed() + ": "
                        + firstLine(result.violation().toString()));
            }
        }

        private synchronized void count(RunResult result) {
            done++;
            delivered += result.delivered();
            failed += result.passed() ? 0 : 1;
        }

        static String firstLine(String text) {
            return text.lines().findFirst().orElse("");
        }

        private synchronized String text() {
            double seconds = seconds();
            return String.format(
                    Locale.ROOT,
                    "%,d of %,d seeds, %.1f seeds/s, %,.0f messages/s%s",
                    done,
                    seeds,
                    done / seconds,
                    delivered / seconds,
                    failed > 0 ? ", " + failed + " failed" : "");
        }

        double seconds() {
            return Math.max(1e-3, (System.nanoTime() - start) / 1e9);
        }

        @Override
        public void close() {
            status.close();
        }
    }
}
