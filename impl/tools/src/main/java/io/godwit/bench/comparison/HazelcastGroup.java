package io.godwit.bench.comparison;

import io.godwit.bench.comparison.SeedFlow.CountedMap;
import io.godwit.bench.comparison.SeedFlow.FlowPlan;
import io.godwit.bench.comparison.SeedFlow.MemberGroup;
import java.util.Map;

/** Hazelcast's members for the flow of the seed, and its client. */
final class HazelcastGroup implements MemberGroup {
    private final HazelcastMembers members;
    private Object client;

    HazelcastGroup(FlowPlan plan) {
        this.members = new HazelcastMembers(plan.partitions(), 1, plan.parallel());
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
            public void close() {}
        };
    }
}
