package io.godwit.bench.comparison;

import io.godwit.bench.comparison.SeedFlow.CountedMap;
import io.godwit.bench.comparison.SeedFlow.MemberGroup;
import java.util.Map;

/** Hazelcast's members for the flow of the seed, and its client. */
final class HazelcastGroup implements MemberGroup {
    private final HazelcastMembers members;
    private Object client;

    /**
     * A cluster without members.
     *
     * @param parallel migrations that a member takes part in at once; 0 for as many as by default
     */
    HazelcastGroup(int partitions, int parallel) {
        this.members = new HazelcastMembers(partitions, 1, parallel);
    }

    @Override
    public void start() throws ReflectiveOperationException {
        members.start();
    }

    @Override
    public void shutDownLast() {
        members.endLast("shutdown");
    }

    @Override
    public void killLast() {
        members.endLast("terminate");
    }

    @Override
    public boolean isSafe() {
        return members.haveJoined() && members.isBalanced() && members.isSafe();
    }

    @Override
    public CountedMap map(String name) throws ReflectiveOperationException {
        if (client == null) {
            client = HazelcastMembers.client();
        }
        return counted(client, name, () -> {});
    }

    @Override
    public CountedMap connect(String name) throws ReflectiveOperationException {
        Object own = HazelcastMembers.client();
        return counted(own, name, () -> HazelcastMembers.call(own, "shutdown"));
    }

    private static CountedMap counted(Object client, String name, Runnable end) {
        Map<Object, Object> map = HazelcastMembers.map(client, name);
        return new CountedMap() {
            @Override
            public byte[] get(byte[] key) {
                return (byte[]) map.get(key);
            }

            @Override
            public void put(byte[] key, byte[] value) {
                map.put(key, value);
            }

            @Override
            public long size() {
                return map.size();
            }

            @Override
            public void close() {
                end.run();
            }
        };
    }
}
