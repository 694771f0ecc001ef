package io.godwit.simulation.quorum;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.quorum.ClusterPlanes.PlaneAccess;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * One in-sync replica of each partition and a majority of the voters survive. What is decided is not always known; so a loss
 * is allowed only if that holds for everything that may be decided now or become it.
 */
final class QuorumAssumption<S> implements Assumption<S> {
    private final PlaneAccess<S> parts;

    QuorumAssumption(PlaneAccess<S> parts) {
        this.parts = parts;
    }

    @Override
    public String forbidsLoss(Cluster<S> cluster, Set<Integer> victims) {
        return forbidsLoss(cluster, victims, Set.of());
    }

    @Override
    public Set<Integer> holders(Cluster<S> cluster, int partition) {
        ClusterPlanes<S> members = new ClusterPlanes<>(cluster, parts);
        Entry decided = decided(members, partition);
        for (int n = 1; n <= members.count(); n++) {
            ControlState control = members.control(n);
            if (control.accepted().get(partition).newerThan(decided)
                    || control.outstanding().get(partition).newerThan(decided)) {
                return Set.of();
            }
        }
        return decided.configuration().inSync().stream().boxed().collect(Collectors.toSet());
    }

    @Override
    public String forbidsLoss(Cluster<S> cluster, Set<Integer> victims, Set<Integer> lost) {
        ClusterPlanes<S> members = new ClusterPlanes<>(cluster, parts);
        IntPredicate survives = n -> members.alive(n) && !victims.contains(n);
        // Who leaves will be gone before long; who is disturbed may be taken for dead, and be evicted.
        String reason = voters(members, n -> survives.test(n) && !members.leaving(n));
        return reason.isEmpty()
                ? partitions(members, n -> survives.test(n) && members.healthy(n, victims), lost)
                : reason;
    }

    /** What a member was heard to promise or to hold is on its disk. */
    @Override
    public String forbidsReboot(Cluster<S> cluster, Set<Integer> victims) {
        return "";
    }

    @Override
    public String broken(Cluster<S> cluster) {
        ClusterPlanes<S> members = new ClusterPlanes<>(cluster, parts);
        String reason = voters(members, members::alive);
        for (int p = 0; reason.isEmpty() && p < cluster.setup().partitions(); p++) {
            reason = inSync(p, decided(members, p).configuration(), members::alive);
        }
        return reason;
    }

    private static <S> Entry decided(ClusterPlanes<S> members, int partition) {
        Entry decided = Entry.NONE;
        for (int n = 1; n <= members.count(); n++) {
            Entry committed = members.control(n).committed().get(partition);
            decided = committed.newerThan(decided) ? committed : decided;
        }
        return decided;
    }

    private String voters(ClusterPlanes<S> members, IntPredicate survives) {
        Voting newest = Voting.NONE;
        for (int n = 1; n <= members.count(); n++) {
            Voting voting = members.control(n).voting();
            newest = voting.newerThan(newest) ? voting : newest;
        }
        for (int n = 1; n <= members.count(); n++) {
            Voting voting = members.control(n).voting();
            boolean counts = survives.test(n)
                    && newest.version().number() - voting.version().number() <= 1;
            if (counts && !voting.isMajority(voting.voters().filter(survives))) {
                return "no majority of the voters " + voting.voters() + " survives";
            }
        }
        return newest.isMajority(newest.voters().filter(survives))
                ? ""
                : "no majority of the voters " + newest.voters() + " survives";
    }

    private String partitions(ClusterPlanes<S> members, IntPredicate survives, Set<Integer> except) {
        int count = members.cluster().setup().partitions();
        for (int p = 0; p < count; p++) {
            if (except.contains(p)) {
                continue;
            }
            Entry decided = decided(members, p);
            String reason = inSync(p, decided.configuration(), survives);
            for (int n = 1; reason.isEmpty() && n <= members.count(); n++) {
                ControlState control = members.control(n);
                Entry pending = control.accepted().get(p);
                Entry proposed = control.outstanding().get(p);
                if (pending.newerThan(decided)) {
                    reason = inSync(p, pending.configuration(), survives);
                }
                if (reason.isEmpty()
                        && members.alive(n)
                        && proposed.newerThan(decided)
                        && !isDeposed(members, control)) {
                    reason = inSync(p, proposed.configuration(), survives);
                }
            }
            if (!reason.isEmpty()) {
                return reason;
            }
        }
        return "";
    }

    /** Has a majority of its voters promised a later term, so that nothing that it proposes is accepted by a majority any more? */
    private static <S> boolean isDeposed(ClusterPlanes<S> members, ControlState master) {
        Voting voting = master.voting();
        return voting.isMajority(voting.voters()
                .filter(n -> members.known(n) && members.control(n).term() > master.term()));
    }

    private static String inSync(int partition, Configuration c, IntPredicate survives) {
        MemberSet inSync = c.inSync();
        return inSync.stream().anyMatch(survives)
                ? ""
                : "no in-sync replica of partition " + partition + " survives: " + c;
    }
}
