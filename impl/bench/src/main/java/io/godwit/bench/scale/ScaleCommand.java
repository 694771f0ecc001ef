package io.godwit.bench.scale;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.godwit.bench.contest.Contender;
import io.godwit.bench.contest.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench scale}. */
@Command(
        name = "scale",
        mixinStandardHelpOptions = true,
        description = "A member comes, one leaves, one dies, with large values and under load; nothing is judged.")
public final class ScaleCommand implements Callable<Integer> {
    private static final int FAILED = 3;

    @Option(
            names = "--members",
            description = "Members at the beginning (default: ${DEFAULT-VALUE}).",
            defaultValue = "3")
    private int members;

    @Option(
            names = "--megabytes",
            description = "Bytes of all values, in millions (default: ${DEFAULT-VALUE}).",
            defaultValue = "2000")
    private int megabytes;

    @Option(names = "--size", description = "Bytes of a value (default: ${DEFAULT-VALUE}).", defaultValue = "16384")
    private int size;

    @Option(
            names = "--rate",
            description = "Calls in a second, half of them gets (default: ${DEFAULT-VALUE}).",
            defaultValue = "500")
    private int rate;

    @Option(
            names = "--quiet",
            description = "Seconds before each change (default: ${DEFAULT-VALUE}).",
            defaultValue = "15")
    private int quiet;

    @Option(names = "--heap", description = "Heap of the process (default: ${DEFAULT-VALUE}).", defaultValue = "10g")
    private String heap;

    @Option(
            names = "--out",
            description = "Where the JSON goes (default: ${DEFAULT-VALUE}).",
            defaultValue = "out/bench")
    private Path out;

    @Override
    public Integer call() throws InterruptedException {
        try {
            if (members < 2 || megabytes < 1 || size < 1 || rate < 1 || quiet < 1) {
                throw new IOException("members: 2 or more; all other numbers are positive");
            }
            long keys = Math.max(1, megabytes * 1_000_000L / size);
            double loopback = Loopback.megabytesPerSecond(megabytes * 1_000_000L);
            List<String> arguments = Stream.of(members, keys, size, rate, quiet)
                    .map(String::valueOf)
                    .toList();
            List<Phase> phases = Trial.run(
                    Contender.godwit(ScaleSide.class).command(heap, arguments), Phase.class, System.err::println);
            Files.createDirectories(out);
            Files.writeString(
                    out.resolve("scale.json"),
                    new ObjectMapper()
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .writeValueAsString(phases)
                            + "\n");
            System.out.print(table(phases, loopback));
            return 0;
        } catch (IOException e) {
            System.err.println("godwit bench: " + e.getMessage());
            return FAILED;
        }
    }

    private static String table(List<Phase> phases, double loopback) {
        StringBuilder text = new StringBuilder(
                "| change | s | copies | MB | MB/s | half ms | 99 % ms | 99.9 % ms | 99.9 % / before | failed |\n"
                        + "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        Phase before = phases.get(0);
        for (Phase phase : phases) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %d | %.0f | %.1f | %.2f | %.2f | %.2f | %.1f | %d |%n",
                    phase.name(),
                    phase.seconds(),
                    phase.copies(),
                    phase.megabytes(),
                    phase.speed(),
                    phase.half() / 1e3,
                    phase.most() / 1e3,
                    phase.nearly() / 1e3,
                    phase.nearly() / (double) before.nearly(),
                    phase.failed()));
        }
        return text + String.format(Locale.ROOT, "%nA plain copy over loopback: %.0f MB/s%n", loopback);
    }
}
