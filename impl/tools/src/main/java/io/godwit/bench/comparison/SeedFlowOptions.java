package io.godwit.bench.comparison;

import io.godwit.bench.Bench;
import io.godwit.bench.comparison.SeedFlow.FlowPlan;
import io.godwit.bench.comparison.SeedFlow.FlowStep;
import io.godwit.bench.comparison.SeedFlowReport.FlowRun;
import io.godwit.modelcheck.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** {@code bench scale --flow seed}; a mixin. */
public final class SeedFlowOptions {
    @Option(
            names = "--partitions",
            description = "Partitions, with --flow seed (default: ${DEFAULT-VALUE}).",
            defaultValue = "1009")
    private int partitions;

    @Option(
            names = "--maps",
            split = ",",
            description =
                    "Maps over which the values are spread, with --flow seed; several numbers are measured one after"
                            + " the other (default: ${DEFAULT-VALUE}).",
            defaultValue = "1")
    private List<Integer> maps;

    @Option(
            names = "--threads",
            description = "Threads that call, with --flow seed (default: ${DEFAULT-VALUE}).",
            defaultValue = "20")
    private int threads;

    @Option(
            names = "--hazelcast",
            paramLabel = "V",
            description = "Its version, from 4.0 on, or none, with --flow seed (default: ${DEFAULT-VALUE}).",
            defaultValue = "5.7.0")
    private String version;

    @Option(
            names = "--cache",
            paramLabel = "DIR",
            description = "Directory of Hazelcast's jars; Maven fetches missing ones (default: ${DEFAULT-VALUE}).",
            defaultValue = "out/bench/jars")
    private Path cache;

    /**
     * Runs each system with each number of maps and of concurrent migrations, one after the other. One that fails takes nothing from the
     * others.
     *
     * @return the exit status
     * @throws IllegalArgumentException if a number is out of range; nothing has run then
     */
    int run(
            int members,
            long keys,
            int size,
            int rate,
            int quiet,
            List<Integer> parallel,
            String heap,
            List<String> jvm,
            Path directory)
            throws IOException, InterruptedException {
        List<FlowPlan> plans = new ArrayList<>();
        for (int map : maps) {
            for (int limit : parallel) {
                int keysPerMap = (int) Math.max(1, keys / Math.max(1, map));
                plans.add(new FlowPlan(members, partitions, keysPerMap, size, rate, threads, quiet, limit, map));
            }
        }
        List<ComparedSystem> systems = new ArrayList<>(List.of(ComparedSystem.godwit(SeedFlow.OfGodwit.class)));
        if (!version.equals("none")) {
            systems.add(ComparedSystem.hazelcast(version, cache, SeedFlow.OfHazelcast.class));
        }
        String machine = String.format(
                Locale.ROOT,
                "%s, heap %s, %s; %d members, %d partitions, one backup, %d MB in values of %d bytes, %d threads with %d"
                        + " calls/s in all",
                Machine.text(),
                heap,
                String.join(" ", jvm),
                members,
                partitions,
                keys * size / 1_000_000,
                size,
                threads,
                rate);
        List<FlowRun> runs = new ArrayList<>();
        boolean failed = false;
        for (FlowPlan plan : plans) {
            for (ComparedSystem system : systems) {
                String what = system.name() + ", maps: " + plan.maps() + ", at once: " + plan.parallel();
                try {
                    List<FlowStep> steps = ComparisonProcess.run(
                            system.command(heap, jvm, plan.arguments()),
                            FlowStep.class,
                            line -> System.err.println(what + ": " + line));
                    runs.add(new FlowRun(system.name(), plan.maps(), plan.parallel(), steps));
                } catch (IOException e) {
                    System.err.println("godwit bench: " + what + ": " + e.getMessage());
                    failed = true;
                }
                new SeedFlowReport(machine, runs).write(directory);
            }
        }
        System.out.println(machine);
        System.out.println();
        System.out.print(new SeedFlowReport(machine, runs).table());
        return failed ? Bench.FAILED : 0;
    }
}
