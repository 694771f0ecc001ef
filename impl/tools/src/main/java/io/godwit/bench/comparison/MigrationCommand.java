package io.godwit.bench.comparison;

import io.godwit.bench.Bench;
import io.godwit.bench.comparison.ComparisonOptions.OutputDirectory;
import io.godwit.bench.comparison.Experiment.ExperimentRow;
import io.godwit.bench.comparison.Experiment.MigrationOutcome;
import io.godwit.modelcheck.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench migration}. */
@Command(
        name = "migration",
        mixinStandardHelpOptions = true,
        description = "Compare migrations of Godwit and Hazelcast.")
public final class MigrationCommand implements Callable<Integer> {
    @Option(
            names = "--cases",
            split = ",",
            paramLabel = "MxP",
            description = "Members and partitions (default: ${DEFAULT-VALUE}).",
            defaultValue = "5x1999,5x10007,10x10007")
    private List<String> cases;

    @Option(
            names = "--versions",
            split = ",",
            paramLabel = "V",
            description = "Versions of Hazelcast, 'none' for none (default: ${DEFAULT-VALUE}).",
            defaultValue = "3.11.7,3.12.13,5.7.0")
    private List<String> versions;

    @Option(
            names = "--rounds",
            description =
                    "Number of clusters that each process forms, one after the other (default: ${DEFAULT-VALUE}).",
            defaultValue = "3")
    private int rounds;

    @Option(names = "--entries", description = "Entries (default: ${DEFAULT-VALUE}).", defaultValue = "10000")
    private int entries;

    @Option(
            names = "--size",
            description = "Size of a value in bytes (default: ${DEFAULT-VALUE}).",
            defaultValue = "1000")
    private int size;

    @Option(
            names = "--parallel",
            description = "Maximum concurrent migrations per member, 0 for the default of each system"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "0")
    private int parallel;

    @Option(
            names = "--limit",
            description = "Time limit of a round in seconds; a system that exceeds it has no result"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "7200")
    private long limit;

    @Mixin
    private ComparisonOptions options;

    @Mixin
    private OutputDirectory output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Experiment> experiments = experiments();
        List<ComparedSystem> systems = new ArrayList<>(List.of(ComparedSystem.godwit(GodwitMigration.class)));
        for (String version : versions) {
            if (!version.equals("none")) {
                systems.add(options.hazelcast(version, HazelcastMigration.class));
            }
        }
        return measure(experiments, systems);
    }

    /** Lets all of them run, one after the other, and says what came out. */
    int measure(List<Experiment> experiments, List<ComparedSystem> systems) throws IOException, InterruptedException {
        List<ExperimentRow> rows = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (Experiment experiment : experiments) {
            for (ComparedSystem system : systems) {
                // One that fails takes nothing from the others.
                try {
                    rows.add(run(experiment, system));
                } catch (IOException e) {
                    System.err.println("godwit bench: " + e.getMessage());
                    failures.add(experiment.name() + ", " + system.name());
                }
                new MigrationReport(rows, failures, machine()).write(output.directory());
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(machine());
        out.println();
        out.print(new MigrationReport(rows, failures, machine()).table());
        out.flush();
        return failures.isEmpty() ? 0 : Bench.FAILED;
    }

    /** All of them, before anything runs: the last one may be wrong. */
    private List<Experiment> experiments() {
        if (rounds < 1) {
            throw new ParameterException(spec.commandLine(), "--rounds must be 1 or more, not " + rounds);
        }
        if (limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit must be 1 second or more, not " + limit);
        }
        try {
            return cases.stream()
                    .map(name -> Experiment.named(name, entries, size, parallel))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private ExperimentRow run(Experiment experiment, ComparedSystem system) throws IOException, InterruptedException {
        String what = experiment.name() + ", " + system.name();
        List<String> arguments = new ArrayList<>(List.of(experiment.arguments()));
        arguments.add(Integer.toString(rounds));
        arguments.add(Long.toString(limit));
        ExperimentRow row = new ExperimentRow(
                experiment.name(), system.name(), options.run(system, what, arguments, MigrationOutcome.class));
        System.err.printf(
                Locale.ROOT,
                "%s: %.2f s, the first time %.2f s%n",
                what,
                ExperimentRow.seconds(row.typical()),
                row.first());
        return row;
    }

    private String machine() {
        return String.format(
                Locale.ROOT,
                "%s, %s; %d entries of %d bytes, one backup; %d rounds",
                Machine.text(),
                options.machine(),
                entries,
                size,
                rounds);
    }
}
