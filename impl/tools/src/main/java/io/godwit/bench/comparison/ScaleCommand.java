package io.godwit.bench.comparison;

import io.godwit.bench.comparison.ComparisonOptions.OutputDirectory;
import io.godwit.bench.comparison.ScaleCluster.Phase;
import io.godwit.modelcheck.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench scale}. */
@Command(
        name = "scale",
        mixinStandardHelpOptions = true,
        description = "Measure a join, a leave and a crash with large values under load.")
public final class ScaleCommand implements Callable<Integer> {
    @Option(
            names = "--members",
            description = "Initial number of members (default: ${DEFAULT-VALUE}).",
            defaultValue = "3")
    private int members;

    @Option(
            names = "--megabytes",
            description = "Total size of all values in MB (default: ${DEFAULT-VALUE}).",
            defaultValue = "2000")
    private int megabytes;

    @Option(
            names = "--size",
            description = "Size of a value in bytes (default: ${DEFAULT-VALUE}).",
            defaultValue = "16384")
    private int size;

    @Option(
            names = "--rate",
            description = "Calls per second, half of them gets (default: ${DEFAULT-VALUE}).",
            defaultValue = "500")
    private int rate;

    @Option(
            names = "--quiet",
            description = "Seconds before each change (default: ${DEFAULT-VALUE}).",
            defaultValue = "15")
    private int quiet;

    @Option(
            names = "--parallel",
            split = ",",
            description = "Maximum concurrent migrations per member, 0 for the default (default: ${DEFAULT-VALUE});"
                    + " several with --flow seed.",
            defaultValue = "0")
    private List<Integer> parallel;

    @Option(
            names = "--flow",
            description = "changes: a member joins, leaves, another one dies. seed: one shuts down, is started again,"
                    + " and is killed, beside Hazelcast (default: ${DEFAULT-VALUE}).",
            defaultValue = "changes")
    private Flow flow;

    @Mixin
    private SeedFlowOptions seed;

    @Option(names = "--heap", description = "Heap of the process (default: ${DEFAULT-VALUE}).", defaultValue = "10g")
    private String heap;

    @Option(
            names = "--jvm",
            split = ",",
            paramLabel = "OPTION",
            description = "JVM options for the process (default: ${DEFAULT-VALUE}). Other collectors pause"
                    + " all members at once while they copy newly received values.",
            defaultValue = "-XX:+UseZGC,-XX:+AlwaysPreTouch")
    private List<String> jvm;

    @Mixin
    private OutputDirectory output;

    @Spec
    private CommandSpec spec;

    /** The changes that are made to the cluster. */
    enum Flow {
        changes,
        seed
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (members < 2
                || megabytes < 1
                || size < 1
                || rate < 1
                || quiet < 1
                || parallel.stream().anyMatch(n -> n < 0)) {
            throw new ParameterException(
                    spec.commandLine(), "--members: 2 or more; --parallel: 0 or more; all other numbers are positive");
        }
        long keys = Math.max(1, megabytes * 1_000_000L / size);
        return flow == Flow.seed ? seedFlow(keys) : changes(keys);
    }

    private int seedFlow(long keys) throws IOException, InterruptedException {
        try {
            return seed.run(members, keys, size, rate, quiet, parallel, heap, jvm, output.directory());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private int changes(long keys) throws IOException, InterruptedException {
        if (parallel.size() != 1) {
            throw new ParameterException(spec.commandLine(), "--parallel: one number, or --flow seed");
        }
        double loopback = loopback();
        List<String> arguments = Stream.of(members, keys, size, rate, quiet, parallel.get(0))
                .map(String::valueOf)
                .toList();
        List<Phase> phases = ComparisonProcess.run(
                ComparedSystem.godwit(ScaleCluster.class).command(heap, jvm, arguments),
                Phase.class,
                System.err::println);
        ScaleReport report = new ScaleReport(machine(), phases, loopback);
        report.write(output.directory());
        System.out.println(machine());
        System.out.println();
        System.out.print(report.table());
        return 0;
    }

    private double loopback() throws IOException, InterruptedException {
        try (ActivityReporter activity = ActivityReporter.onStandardError("starts")) {
            activity.now("copies as many bytes over loopback");
            return Loopback.megabytesPerSecond(megabytes * 1_000_000L);
        }
    }

    private String machine() {
        return String.format(
                Locale.ROOT,
                "%s, heap %s, %s; %d members, one backup, %d MB in values of %d bytes, %d calls/s",
                Machine.text(),
                heap,
                String.join(" ", jvm),
                members,
                megabytes,
                size,
                rate);
    }

    /** A plain copy over loopback TCP, from one thread to another. */
    static final class Loopback {
        private static final int BLOCK = 256 << 10;

        private Loopback() {}

        /** The throughput in MB (10^6 bytes) per second for the given number of bytes. */
        static double megabytesPerSecond(long bytes) throws IOException, InterruptedException {
            try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                long start = System.nanoTime();
                Thread sender = new Thread(() -> send(server.getLocalPort(), bytes), "godwit-loopback");
                sender.start();
                long received = 0;
                try (Socket socket = server.accept();
                        InputStream in = socket.getInputStream()) {
                    byte[] block = new byte[BLOCK];
                    for (int read = in.read(block); read >= 0; read = in.read(block)) {
                        received += read;
                    }
                }
                sender.join();
                if (received != bytes) {
                    throw new IOException("only " + received + " of " + bytes + " bytes came through");
                }
                return bytes / 1e6 / ((System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1));
            }
        }

        private static void send(int port, long bytes) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                byte[] block = new byte[BLOCK];
                for (long rest = bytes; rest > 0; rest -= BLOCK) {
                    socket.getOutputStream().write(block, 0, (int) Math.min(BLOCK, rest));
                }
            } catch (IOException e) {
                // The receiver sees that bytes are missing.
            }
        }
    }
}
