package io.godwit.bench.comparison;

import io.godwit.bench.comparison.ComparisonOptions.OutputDirectory;
import io.godwit.bench.comparison.OperationsLoad.OperationsResult;
import io.godwit.modelcheck.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench operations}. */
@Command(
        name = "operations",
        mixinStandardHelpOptions = true,
        description = "Compare puts and gets of Godwit and Hazelcast, or durable ones with synced files.")
public final class OperationsCommand implements Callable<Integer> {
    private static final int PARTITIONS = 271;

    @Option(names = "--members", description = "Members (default: ${DEFAULT-VALUE}).", defaultValue = "3")
    private int members;

    @Option(
            names = "--threads",
            split = ",",
            description = "Threads of the client that call one after the other (default: ${DEFAULT-VALUE}).",
            defaultValue = "1,16")
    private List<Integer> threads;

    @Option(names = "--backups", description = "Backups (default: ${DEFAULT-VALUE}).", defaultValue = "1")
    private int backups;

    @Option(
            names = "--durable",
            description =
                    "Compare members with disks, in the directory of --out, with a loop that only appends to synced files.")
    private boolean durable;

    @Option(names = "--keys", description = "Keys (default: ${DEFAULT-VALUE}).", defaultValue = "10000")
    private int keys;

    @Option(
            names = "--size",
            description = "Size of a value in bytes (default: ${DEFAULT-VALUE}).",
            defaultValue = "1000")
    private int size;

    @Option(names = "--reads", description = "Percentage of reads (default: ${DEFAULT-VALUE}).", defaultValue = "50")
    private int reads;

    @Option(
            names = "--warmup",
            description = "Seconds before each measurement (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int warmup;

    @Option(
            names = "--seconds",
            description = "Seconds of each measurement (default: ${DEFAULT-VALUE}).",
            defaultValue = "10")
    private int seconds;

    @Option(
            names = "--hazelcast",
            paramLabel = "V",
            description = "Its version, from 4.0 on (default: ${DEFAULT-VALUE}).",
            defaultValue = "5.7.0")
    private String version;

    @Mixin
    private ComparisonOptions options;

    @Mixin
    private OutputDirectory output;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        OperationsLoad exercise = exercise();
        List<ComparedSystem> systems = durable
                ? List.of(
                        ComparedSystem.godwit(GodwitMapClient.Durable.class).named("Godwit, durable"),
                        ComparedSystem.godwit(SyncedFiles.class).named("synced files"))
                : List.of(
                        ComparedSystem.godwit(GodwitMapClient.class),
                        ComparedSystem.godwit(GodwitMapClient.Leased.class).named("Godwit, read leases"),
                        ComparedSystem.godwit(GodwitMapClient.Relaxed.class).named("Godwit, relaxed reads"),
                        options.hazelcast(version, HazelcastMapClient.class));
        Map<String, List<OperationsResult>> rows = new LinkedHashMap<>();
        for (ComparedSystem system : systems) {
            List<String> arguments = new ArrayList<>(exercise.arguments());
            if (durable) {
                Files.createDirectories(output.directory());
                arguments.add(
                        0,
                        Files.createTempDirectory(output.directory().toAbsolutePath(), "data-")
                                .toString());
            }
            rows.put(system.name(), options.run(system, system.name(), arguments, OperationsResult.class));
        }
        OperationsReport report = new OperationsReport(rows, machine());
        report.write(output.directory());
        System.out.println(machine());
        System.out.println();
        System.out.print(report.table());
        return 0;
    }

    private OperationsLoad exercise() {
        try {
            return new OperationsLoad(members, PARTITIONS, backups, keys, size, reads, warmup, seconds, threads);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private String machine() {
        return String.format(
                Locale.ROOT,
                "%s, %s; %d members, backups: %d, %d keys, values of %d bytes, %d %% gets;"
                        + " %d s of warm-up, %d s measured",
                Machine.text(),
                options.machine(),
                members,
                backups,
                keys,
                size,
                reads,
                warmup,
                seconds);
    }
}
