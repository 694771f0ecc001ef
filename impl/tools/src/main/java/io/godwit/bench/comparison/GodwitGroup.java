package io.godwit.bench.comparison;

import io.godwit.bench.comparison.SeedFlow.CountedMap;
import io.godwit.bench.comparison.SeedFlow.FlowPlan;
import io.godwit.bench.comparison.SeedFlow.MemberGroup;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.Member;
import java.util.List;

/** Godwit's members for the flow of the seed. Reads are linearizable, as they are by default. */
final class GodwitGroup implements MemberGroup {
    private final GodwitMembers members;
    private GodwitClient client;

    GodwitGroup(FlowPlan plan) {
        this.members = new GodwitMembers(plan.partitions(), 1, GodwitMembers.parallel(plan.parallel()));
    }

    @Override
    public void start() throws Exception {
        members.start();
    }

    private Member last() {
        List<Member> all = members.members();
        return all.get(all.size() - 1);
    }

    @Override
    public void shutDownLast() throws Exception {
        members.leave(last());
    }

    @Override
    public void killLast() {
        members.crash(last());
    }

    @Override
    public boolean isSafe() {
        return members.isBalanced();
    }

    @Override
    public CountedMap map(String name) {
        if (client == null) {
            client = members.client();
        }
        GodwitMap map = client.map(name);
        return new CountedMap() {
            @Override
            public byte[] get(byte[] key) {
                return map.get(key).orElse(null);
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
