package io.godwit.bench.operations;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.godwit.bench.contest.Contender;
import io.godwit.bench.contest.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench operations}. */
@Command(
        name = "operations",
        mixinStandardHelpOptions = true,
        description = "Puts and gets of Godwit and of Hazelcast side by side; nothing is judged.")
public final class OperationsCommand implements Callable<Integer> {
    private static final int FAILED = 3;
    private static final int PARTITIONS = 271;

    @Option(names = "--members", description = "Members (default: ${DEFAULT-VALUE}).", defaultValue = "3")
    private int members;

    @Option(
            names = "--threads",
            split = ",",
            description = "Threads of the client that call one after the other (default: ${DEFAULT-VALUE}).",
            defaultValue = "1,16")
    private List<Integer> threads;

    @Option(names = "--keys", description = "Keys (default: ${DEFAULT-VALUE}).", defaultValue = "10000")
    private int keys;

    @Option(names = "--size", description = "Bytes of a value (default: ${DEFAULT-VALUE}).", defaultValue = "1000")
    private int size;

    @Option(
            names = "--reads",
            description = "Percent of the calls that read (default: ${DEFAULT-VALUE}).",
            defaultValue = "50")
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
            names = "--version",
            description = "Of Hazelcast, from 4.0 on (default: ${DEFAULT-VALUE}).",
            defaultValue = "5.7.0")
    private String version;

    @Option(names = "--heap", description = "Heap of each process (default: ${DEFAULT-VALUE}).", defaultValue = "1g")
    private String heap;

    @Option(
            names = "--cache",
            description = "Where Hazelcast's jars are kept (default: ${DEFAULT-VALUE}).",
            defaultValue = "out/bench/jars")
    private Path cache;

    @Option(
            names = "--out",
            description = "Where the JSON goes (default: ${DEFAULT-VALUE}).",
            defaultValue = "out/bench")
    private Path out;

    @Override
    public Integer call() throws InterruptedException {
        try {
            Exercise exercise = new Exercise(members, PARTITIONS, keys, size, reads, warmup, seconds, threads);
            List<Contender> contenders = List.of(
                    Contender.godwit(GodwitStore.class),
                    Contender.godwit(GodwitStore.Relaxed.class).named("Godwit, relaxed reads"),
                    Contender.hazelcast(version, cache, HazelcastStore.class));
            Map<String, List<Measured>> rows = new LinkedHashMap<>();
            for (Contender contender : contenders) {
                List<Measured> measured = new ArrayList<>(Trial.run(
                        contender.command(heap, exercise.arguments()),
                        Measured.class,
                        line -> System.err.println(contender.name() + ": " + line)));
                rows.put(contender.name(), measured);
            }
            Files.createDirectories(out);
            Files.writeString(
                    out.resolve("operations.json"),
                    new ObjectMapper()
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .writeValueAsString(rows)
                            + "\n");
            System.out.print(table(rows));
            return 0;
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("godwit bench: " + e.getMessage());
            return FAILED;
        }
    }

    private static String table(Map<String, List<Measured>> rows) {
        StringBuilder text = new StringBuilder(
                "| contender | threads | calls/s | get us: half | 99 % | 99.9 % | put us: half | 99 % | 99.9 % |\n"
                        + "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        rows.forEach((name, all) -> all.forEach(it -> text.append(String.format(
                Locale.ROOT,
                "| %s | %d | %.0f | %d | %d | %d | %d | %d | %d |%n",
                name,
                it.threads(),
                it.perSecond(),
                it.reads().half(),
                it.reads().most(),
                it.reads().nearly(),
                it.writes().half(),
                it.writes().most(),
                it.writes().nearly()))));
        return text.toString();
    }
}
