package io.godwit.bench.comparison;

import io.godwit.bench.comparison.SeedFlow.CountedMap;
import io.godwit.bench.comparison.SeedFlow.MemberGroup;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.Member;
import java.util.List;

/** Godwit's members for the flow of the seed. Reads are linearizable, as they are by default. */
final class GodwitGroup implements MemberGroup {
    private final GodwitMembers members;
    private GodwitClient client;

    /**
     * A cluster without members.
     *
     * @param parallel migrations that a member takes part in at once; 0 for as many as by default
     */
    GodwitGroup(int partitions, int parallel) {
        this.members = new GodwitMembers(partitions, 1, GodwitMembers.parallel(parallel));
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
        return counted(client.map(name), () -> {});
    }

    @Override
    public CountedMap connect(String name) {
        GodwitClient own = members.client();
        return counted(own.map(name), own::close);
    }

    /** A map whose end is that of its client, if it has one of its own. */
    static CountedMap counted(GodwitMap map, Runnable end) {
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
            public void close() {
                end.run();
            }
        };
    }
}
