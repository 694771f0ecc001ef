package io.godwit.bench.comparison;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.invocation.Address;
import io.godwit.member.Member;
import io.godwit.member.config.MemberConfig;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Members in this process, over loopback TCP, as they are configured by default. */
final class GodwitMembers implements AutoCloseable {
    static final String CLUSTER = "bench";
    private static final long BOUND = 120;

    private final int partitions;
    private final int backups;
    private final UnaryOperator<MemberConfig> changes;
    private final List<Member> members = new ArrayList<>();
    private int started;
    /** Where the last look ended: what is not done there yet need not be looked for elsewhere. */
    private int undone;

    /** A cluster without members, with the given numbers of partitions and backups. */
    public GodwitMembers(int partitions, int backups) {
        this(partitions, backups, usual -> usual);
    }

    /**
     * A cluster without members.
     *
     * @param changes makes of the usual configuration of a member the one it gets
     */
    public GodwitMembers(int partitions, int backups, UnaryOperator<MemberConfig> changes) {
        this.partitions = partitions;
        this.backups = backups;
        this.changes = changes;
    }

    /** Sets the number of migrations that a member takes part in at once; 0 for as many as by default. */
    public static UnaryOperator<MemberConfig> parallel(int parallel) {
        return usual -> parallel == 0 ? usual : usual.withParallel(parallel);
    }

    /** Starts one more, and waits until it belongs to the cluster. */
    public Member start() throws Exception {
        MemberConfig config = changes.apply(MemberConfig.of(CLUSTER, "member-" + started++)
                .withPartitions(partitions, backups)
                .withMembers(members.stream().map(Member::address).toList()));
        Member member = Member.bind(config, line -> {});
        members.add(member);
        member.start(config.members()).get(BOUND, TimeUnit.SECONDS);
        return member;
    }

    /** Those that run, in the order in which they were started. */
    public List<Member> members() {
        return members;
    }

    /** Stops a member abruptly and removes it from the list. */
    public void crash(Member member) {
        members.remove(member);
        member.close();
    }

    /** Shuts a member down gracefully; it runs until nothing depends on it. */
    public void leave(Member member) throws Exception {
        member.leave().get(10 * BOUND, TimeUnit.SECONDS);
        members.remove(member);
        member.close();
    }

    /**
     * Stops all members abruptly.
     *
     * @return what {@link #startAll} needs in order to start them again at the same ports
     */
    public List<MemberConfig> closeAll() {
        List<MemberConfig> configs = members.stream()
                .map(member -> member.config()
                        .withPorts(Address.parse(member.address()).port(), -1))
                .toList();
        members.forEach(Member::close);
        members.clear();
        return configs;
    }

    /** Starts members at once, and waits until all belong to the cluster. */
    public void startAll(List<MemberConfig> configs) throws Exception {
        List<CompletableFuture<Void>> joined = new ArrayList<>();
        for (MemberConfig config : configs) {
            Member member = Member.bind(config, line -> {});
            members.add(member);
            joined.add(member.start(config.members()));
        }
        for (CompletableFuture<Void> each : joined) {
            each.get(BOUND, TimeUnit.SECONDS);
        }
    }

    /** A client of the cluster. */
    public GodwitClient client() {
        return GodwitClient.connect(
                ClientConfig.of(CLUSTER, members.stream().map(Member::address).toList()));
    }

    /** The engine's state of a member. */
    public static QuorumState state(Member member) {
        return member.state().orElseThrow();
    }

    /**
     * Is each partition held by those for whom it is planned, all of them in sync, is nothing undecided, and does every member know
     * all decisions? The master has to see it.
     */
    public boolean isBalanced() {
        return members.stream()
                .map(GodwitMembers::state)
                .anyMatch(state -> state.control().isMaster() && isBalanced(state));
    }

    private boolean isBalanced(QuorumState state) {
        if (state.master().target().members().isEmpty()
                || state.master().target().members().size() != members.size()) {
            return false;
        }
        for (int i = 0; i < partitions; i++) {
            int p = (undone + i) % partitions;
            Configuration c = state.control().committed().get(p).configuration();
            // A plan made while a partition has too many copies has empty places.
            MemberSet wanted = MemberSet.of(
                            state.master().target().arrangements().get(p).toArray())
                    .without(Members.NONE);
            if (!state.control().outstanding().get(p).isNone()
                    || c.isMigrating()
                    || c.primary()
                            != state.master().target().arrangements().get(p).primary()
                    || !c.replicas().equals(wanted)
                    || !c.inSync().equals(wanted)) {
                undone = p;
                return false;
            }
        }
        long stamp = state.local().tableStamps().decidedStamp();
        return members.stream()
                .allMatch(member -> state(member).local().tableStamps().decidedStamp() == stamp);
    }

    @Override
    public void close() {
        members.forEach(Member::close);
    }
}
