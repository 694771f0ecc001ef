package io.godwit.bench;

import com.sun.management.OperatingSystemMXBean;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code bench transfer}: moves copies of partitions from one durable end to another one over loopback TCP, until all of them are on
 * the other disk: in parts and as files, in turns, so that what disturbs the machine disturbs both.
 */
@Command(
        name = "transfer",
        mixinStandardHelpOptions = true,
        description = "Measure copies of partitions from one disk to another, in parts and as files, in turns.")
final class TransferCommand implements Callable<Integer> {
    private static final Version V1 = new Version(1, 1);
    private static final View VIEW = new View(new Version(1, 2), Configuration.settled(1, 2));
    private static final int MIB = 1 << 20;

    @Spec
    private CommandSpec spec;

    @Option(names = "--megabytes", defaultValue = "512", description = "MiB in all")
    private int all;

    @Option(names = "--value", defaultValue = "16384", description = "bytes per value")
    private int value;

    @Option(names = "--partitions", defaultValue = "32", description = "over which they are spread")
    private int partitions;

    @Option(names = "--rounds", defaultValue = "3", description = "of each way")
    private int rounds;

    @Option(names = "--dir", description = "where both ends write; a temporary directory otherwise")
    private Path directory;

    private List<Sync> syncs;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (Math.min(Math.min(all, value), Math.min(partitions, rounds)) < 1) {
            throw new ParameterException(spec.commandLine(), "all numbers are positive");
        }
        if (directory == null) {
            directory = Files.createTempDirectory("godwit-transfer");
        }
        System.out.printf("%d MiB in values of %d bytes, %d partitions%n%n", all, value, partitions);
        System.out.println("| way | round | s | MiB/s | processor s | MiB in parts | MiB in files | MiB on disk |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        syncs = logs(all, value, partitions);
        for (int round = 1; round <= rounds; round++) {
            run("parts", round, false);
            run("files", round, true);
        }
        return 0;
    }

    /** Values that cannot be compressed. */
    private static List<Sync> logs(int all, int size, int partitions) {
        Random random = new Random(1);
        List<Sync> syncs = new ArrayList<>();
        long each = (long) all * MIB / partitions / size;
        for (int p = 0; p < partitions; p++) {
            Log log = Log.EMPTY;
            for (int i = 1; i <= each; i++) {
                byte[] value = new byte[size];
                random.nextBytes(value);
                OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.ofNumber(i), Bytes.owning(value), Bytes.EMPTY);
                log = log.append(new LogEntry(V1, i % 50, i, put));
            }
            syncs.add(new Sync(p, VIEW, log.keeping(1)));
        }
        return syncs;
    }

    private void run(String way, int round, boolean files) throws IOException, InterruptedException {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Path place = directory.resolve(way + "-" + round);
        try (TransferEndpoint from = new TransferEndpoint(1, syncs.size(), place.resolve("from"), files);
                TransferEndpoint to = new TransferEndpoint(2, syncs.size(), place.resolve("to"), files)) {
            from.connect(to);
            to.connect(from);
            System.gc();
            long processor = system.getProcessCpuTime();
            long start = System.nanoTime();
            from.send(syncs);
            to.await();
            double seconds = (System.nanoTime() - start) / 1e9;
            double busy = (system.getProcessCpuTime() - processor) / 1e9;
            for (Sync sync : syncs) {
                if (!sync.log()
                        .content()
                        .equals(to.data().replica(sync.partition()).log().content())) {
                    throw new IOException("partition " + sync.partition() + " is another one");
                }
            }
            long[] sent = from.sent();
            System.out.printf(
                    "| %s | %d | %.2f | %.0f | %.2f | %d | %d | %d |%n",
                    way,
                    round,
                    seconds,
                    all / seconds,
                    busy,
                    sent[0] / MIB,
                    sent[1] / MIB,
                    size(place.resolve("to")) / MIB);
        }
        delete(place);
    }

    private static long size(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            return files.mapToLong(
                            file -> file.toFile().isFile() ? file.toFile().length() : 0)
                    .sum();
        }
    }

    private static void delete(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
