package io.godwit.bench.comparison;

import io.godwit.bench.Bench;
import io.godwit.bench.comparison.ComparisonOptions.OutputDirectory;
import io.godwit.bench.comparison.ComparisonOptions.ProcessOptions;
import io.godwit.bench.comparison.PartitionsFlow.PartitionsOutcome;
import io.godwit.bench.comparison.PartitionsReport.PartitionsRun;
import io.godwit.modelcheck.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench partitions}. */
@Command(
        name = "partitions",
        mixinStandardHelpOptions = true,
        description =
                "Measure calls, size, clients, heap, idle members, and how a cluster forms and grows, with few and with"
                        + " many partitions, and compare with Hazelcast.")
public final class PartitionsCommand implements Callable<Integer> {
    private static final int LEAST_REQUEST_ROUNDS = 2;
    private static final int REQUEST_ROUNDS = 4;
    private static final int REQUEST_SECONDS = 2;
    private static final int SECONDS = 10;

    @Option(
            names = "--partitions",
            split = ",",
            description = "Numbers of partitions (default: ${DEFAULT-VALUE}).",
            defaultValue = "271,1009,10007,20011,50021")
    private List<Integer> partitions;

    @Option(
            names = "--rounds",
            description = "How often everything is done, by turns (default: 1; with --requests: 4, of which the first"
                    + " does not count).")
    private Integer rounds;

    @Option(
            names = "--requests",
            description = "Measure size and clear of Godwit with one request for each partition and with one for each"
                    + " member, by turns, instead.")
    private boolean requests;

    @Option(
            names = "--threads",
            description = "Threads of the client (default: ${DEFAULT-VALUE}).",
            defaultValue = "16")
    private int threads;

    @Option(names = "--keys", description = "Keys (default: ${DEFAULT-VALUE}).", defaultValue = "10000")
    private int keys;

    @Option(
            names = "--size",
            description = "Size of a value in bytes (default: ${DEFAULT-VALUE}).",
            defaultValue = "1000")
    private int size;

    @Option(
            names = "--warmup",
            description = "Seconds before each measurement of calls (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private int warmup;

    @Option(
            names = "--seconds",
            description = "Seconds of each measurement of calls (default: 10; with --requests: 2).")
    private Integer seconds;

    @Option(
            names = "--idle",
            description = "Seconds for which nothing is done (default: ${DEFAULT-VALUE}).",
            defaultValue = "20")
    private int idle;

    @Option(
            names = "--limit",
            description = "Seconds after which it is given up to wait until a cluster is balanced and safe (default:"
                    + " ${DEFAULT-VALUE}).",
            defaultValue = "300")
    private int limit;

    @Option(
            names = "--hazelcast",
            paramLabel = "V",
            description = "Its version, from 4.0 on, or none (default: ${DEFAULT-VALUE}).",
            defaultValue = "5.7.0")
    private String version;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of each process, with all members and the client (default: ${DEFAULT-VALUE}).",
            defaultValue = "4g")
    private String heap;

    @Mixin
    private ProcessOptions processes;

    @Mixin
    private OutputDirectory output;

    @Spec
    private CommandSpec spec;

    PartitionsCommand() {}

    @Override
    public Integer call() throws Exception {
        List<PartitionsPlan> plans = plans();
        if (requests) {
            new PartitionRequests(partitions, seconds(), rounds()).run();
            return 0;
        }
        List<ComparedSystem> systems = new ArrayList<>(List.of(ComparedSystem.godwit(PartitionsFlow.OfGodwit.class)));
        if (!version.equals("none")) {
            systems.add(processes.hazelcast(version, PartitionsFlow.OfHazelcast.class));
        }
        List<PartitionsRun> runs = new ArrayList<>();
        boolean complete = true;
        for (int round = 1; round <= rounds(); round++) {
            for (PartitionsPlan plan : plans) {
                for (ComparedSystem system : systems) {
                    complete &= measure(system, plan, round, runs);
                    report(runs).write(output.directory());
                }
            }
        }
        System.out.println(machine());
        System.out.println();
        System.out.print(report(runs).calls());
        System.out.println();
        System.out.print(report(runs).clusters());
        return complete ? 0 : Bench.FAILED;
    }

    /** Measures one system with one number of partitions, and adds what there is of it; false if something failed. */
    private boolean measure(ComparedSystem system, PartitionsPlan plan, int round, List<PartitionsRun> runs)
            throws InterruptedException {
        String what = system.name() + ", " + plan.partitions() + ", round " + round;
        boolean complete = true;
        PartitionsOutcome outcome = null;
        Double restarted = null;
        try {
            outcome = run(system, what, List.of(plan.argument()), PartitionsOutcome.class);
            if (system.jar() == null) {
                restarted = restart(plan, what);
            }
        } catch (IOException e) {
            System.err.println("godwit bench: " + what + ": " + e.getMessage());
            complete = false;
        }
        if (outcome != null) {
            runs.add(new PartitionsRun(system.name(), plan.partitions(), round, outcome, restarted));
        }
        return complete;
    }

    private int rounds() {
        return rounds != null ? rounds : requests ? REQUEST_ROUNDS : 1;
    }

    private int seconds() {
        return seconds != null ? seconds : requests ? REQUEST_SECONDS : SECONDS;
    }

    private <T> T run(ComparedSystem system, String what, List<String> arguments, Class<T> outcome)
            throws IOException, InterruptedException {
        return processes.run(system, heap, what, arguments, outcome).get(0);
    }

    /** Seconds, with members' data in a directory that is removed afterwards. */
    private double restart(PartitionsPlan plan, String what) throws IOException, InterruptedException {
        Files.createDirectories(output.directory());
        Path data = Files.createTempDirectory(output.directory().toAbsolutePath(), "data-");
        try {
            return run(
                    ComparedSystem.godwit(PartitionsFlow.Restart.class),
                    what + ", from disk",
                    List.of(plan.argument(), data.toString()),
                    Double.class);
        } finally {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private List<PartitionsPlan> plans() {
        int least = requests ? LEAST_REQUEST_ROUNDS : 1;
        if (rounds() < least) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rounds must be " + least + " or more" + (requests ? ": the first one does not count" : ""));
        }
        try {
            return partitions.stream()
                    .map(count -> new PartitionsPlan(count, threads, keys, size, warmup, seconds(), idle, limit))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private PartitionsReport report(List<PartitionsRun> runs) {
        return new PartitionsReport(machine(), limit, runs);
    }

    private String machine() {
        return String.format(
                Locale.ROOT,
                "%s, heap %s%s; 3 members, one backup, %d keys, values of %d bytes, %d threads; %d s of warm-up, %d s"
                        + " measured, rounds: %d",
                Machine.text(),
                heap,
                processes.jvm().isEmpty() ? "" : ", " + String.join(" ", processes.jvm()),
                keys,
                size,
                threads,
                warmup,
                seconds(),
                rounds());
    }
}
