package io.godwit.bench.comparison;

import io.godwit.bench.comparison.CallerThreads.MapClient;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.LeaseTimes;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Godwit's map. Reads are confirmed by the backups, as they are by default, or made with leases, or relaxed. */
final class GodwitMapClient implements MapClient {
    private static final long BOUND = 300;
    private static final LeaseTimes LEASES =
            LeaseTimes.within(TimeUnit.MILLISECONDS.toNanos(MemberConfig.LEASE_TIME), MemberConfig.CLOCK_DRIFT);

    private final GodwitMembers cluster;
    private final GodwitClient client;
    private final GodwitMap map;
    private final Reads reads;

    private enum Reads {
        CONFIRMED,
        LEASED,
        RELAXED
    }

    private GodwitMapClient(GodwitMembers cluster, Reads reads) {
        this.cluster = cluster;
        this.client = cluster.client();
        this.map = client.map("bench");
        this.reads = reads;
    }

    /** Reads that may be old by a little. */
    static final class Relaxed {
        private Relaxed() {}

        /**
         * Runs.
         *
         * @param args an {@link OperationsLoad}
         */
        public static void main(String[] args) throws Exception {
            run(args, Reads.RELAXED);
        }
    }

    /** Linearizable reads that a primary answers alone. */
    static final class Leased {
        private Leased() {}

        /**
         * Runs.
         *
         * @param args an {@link OperationsLoad}
         */
        public static void main(String[] args) throws Exception {
            run(args, Reads.LEASED);
        }
    }

    /** Members with disks: a put is answered when all copies are synced. */
    static final class Durable {
        private Durable() {}

        /**
         * Runs.
         *
         * @param args a directory for the members' data, then an {@link OperationsLoad}
         */
        public static void main(String[] args) throws Exception {
            Path data = Path.of(args[0]);
            run(
                    OperationsLoad.of(List.of(args).subList(1, args.length)),
                    Reads.CONFIRMED,
                    usual -> usual.withDataDir(data.resolve(usual.name())));
        }
    }

    /**
     * Runs.
     *
     * @param args an {@link OperationsLoad}
     */
    public static void main(String[] args) throws Exception {
        run(args, Reads.CONFIRMED);
    }

    private static void run(String[] args, Reads reads) throws Exception {
        run(
                OperationsLoad.of(List.of(args)),
                reads,
                usual -> usual.withLeases(reads == Reads.LEASED ? LEASES : LeaseTimes.NONE));
    }

    private static void run(OperationsLoad exercise, Reads reads, UnaryOperator<MemberConfig> changes)
            throws Exception {
        GodwitMembers members = new GodwitMembers(exercise.partitions(), exercise.backups(), changes);
        for (int i = 0; i < exercise.members(); i++) {
            members.start();
        }
        ProcessMessages.await("all is balanced and safe", BOUND, members::isBalanced);
        CallerThreads drive = new CallerThreads(exercise, new GodwitMapClient(members, reads));
        drive.fill();
        ProcessMessages.tell(drive.run());
        System.exit(0);
    }

    @Override
    public byte[] get(byte[] key) {
        return (reads == Reads.RELAXED ? map.getRelaxed(key) : map.get(key)).orElse(null);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        map.put(key, value);
    }

    @Override
    public void close() {
        client.close();
        cluster.close();
    }
}
