package io.godwit.bench.comparison;

import io.godwit.bench.comparison.CallerThreads.MapClient;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import java.util.List;
import java.util.Map;

/** Hazelcast's map, through its client. A put waits for its backups, as it does by default. */
final class HazelcastMapClient implements MapClient {
    private static final long BOUND = 300;

    private final HazelcastMembers cluster;
    private final Object client;
    private final Map<Object, Object> map;

    private HazelcastMapClient(HazelcastMembers cluster) throws ReflectiveOperationException {
        this.cluster = cluster;
        this.client = HazelcastMembers.client();
        this.map = HazelcastMembers.map(client, "bench");
    }

    /**
     * Runs.
     *
     * @param args an {@link OperationsLoad}
     */
    public static void main(String[] args) throws Exception {
        OperationsLoad exercise = OperationsLoad.of(List.of(args));
        HazelcastMembers members = new HazelcastMembers(exercise.partitions(), exercise.backups());
        for (int i = 0; i < exercise.members(); i++) {
            members.start();
        }
        ProcessMessages.await("all have joined and all is safe", BOUND, () -> members.haveJoined() && members.isSafe());
        CallerThreads drive = new CallerThreads(exercise, new HazelcastMapClient(members));
        drive.fill();
        ProcessMessages.tell(drive.run());
        System.exit(0);
    }

    @Override
    public byte[] get(byte[] key) {
        return (byte[]) map.get(key);
    }

    @Override
    public void put(byte[] key, byte[] value) {
        map.put(key, value);
    }

    @Override
    public void close() {
        HazelcastMembers.call(client, "shutdown");
        cluster.close();
    }
}
