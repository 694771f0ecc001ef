package io.godwit.bench.comparison;

import io.godwit.bench.comparison.CallerThreads.MapClient;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import java.util.List;

/** Godwit's map. Reads are linearizable, as they are by default, or relaxed. */
final class GodwitMapClient implements MapClient {
    private static final long BOUND = 300;

    private final GodwitMembers cluster;
    private final GodwitClient client;
    private final GodwitMap map;
    private final boolean relaxed;

    private GodwitMapClient(GodwitMembers cluster, boolean relaxed) {
        this.cluster = cluster;
        this.client = cluster.client();
        this.map = client.map("bench");
        this.relaxed = relaxed;
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
            run(args, true);
        }
    }

    /**
     * Runs.
     *
     * @param args an {@link OperationsLoad}
     */
    public static void main(String[] args) throws Exception {
        run(args, false);
    }

    private static void run(String[] args, boolean relaxed) throws Exception {
        OperationsLoad exercise = OperationsLoad.of(List.of(args));
        GodwitMembers members = new GodwitMembers(exercise.partitions(), 1);
        for (int i = 0; i < exercise.members(); i++) {
            members.start();
        }
        ProcessMessages.await("all is balanced and safe", BOUND, members::isBalanced);
        CallerThreads drive = new CallerThreads(exercise, new GodwitMapClient(members, relaxed));
        drive.fill();
        ProcessMessages.tell(drive.run());
        System.exit(0);
    }

    @Override
    public byte[] get(byte[] key) {
        return (relaxed ? map.getRelaxed(key) : map.get(key)).orElse(null);
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
