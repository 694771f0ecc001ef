package io.godwit.simulation.quorum;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.Window;
import io.godwit.simulation.quorum.ClusterPlanes.PlaneAccess;
import java.util.Arrays;
import java.util.List;

/** The dangerous moments of quorum. */
final class QuorumWindows<S> {
    private static final int[] CLOSED = {};

    private final PlaneAccess<S> parts;

    QuorumWindows(PlaneAccess<S> parts) {
        this.parts = parts;
    }

    List<Window<S>> all() {
        return List.of(
                window("decided-unpublished", this::decided),
                window("last-step", this::lastStep),
                window("promotion", this::promotion),
                window("two-masters", this::twoMasters),
                window("stale-rejoin", this::staleRejoin),
                window("migration", this::migration),
                window("failover", this::failover),
                window(FaultChoice.OPEN, this::master));
    }

    private interface Opens<S> {
        int[] opened(ClusterPlanes<S> members, StateChange change);
    }

    private Window<S> window(String name, Opens<S> opens) {
        return new Window<>() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public int[] opened(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step) {
                StateChange change = StateChange.of(parts, member.number(), before, step);
                return change.isNothing()
                        ? CLOSED
                        : existing(cluster, opens.opened(new ClusterPlanes<>(cluster, parts), change));
            }
        };
    }

    private static int[] existing(Cluster<?> cluster, int[] members) {
        if (members.length == 0) {
            return members;
        }
        return Arrays.stream(members)
                .filter(n -> n >= 1 && n <= cluster.members().size())
                .distinct()
                .toArray();
    }

    /** The master has decided about a migration or a promotion, and nobody knows it yet: master, new primary, old primary. */
    private int[] decided(ClusterPlanes<S> members, StateChange change) {
        for (int p = 0; change.control().isMaster() && p < change.control().partitions(); p++) {
            Entry before = change.controlBefore().committed().get(p);
            Entry after = change.control().committed().get(p);
            boolean ended = before.configuration().isMigrating()
                    && !after.configuration().isMigrating();
            boolean moved =
                    before.configuration().primary() != after.configuration().primary();
            if (change.committed(p) && before.number() > 0 && (ended || moved)) {
                return new int[] {
                    change.member(),
                    after.configuration().primary(),
                    before.configuration().primary()
                };
            }
        }
        return CLOSED;
    }

    /** A primary has just proposed a learner to the master, and waits for it: source, destination. */
    private int[] lastStep(ClusterPlanes<S> members, StateChange change) {
        int newcomer = proposed(change, true);
        return newcomer == 0 ? CLOSED : new int[] {change.member(), newcomer};
    }

    /** A replica that was taken out of the in-sync set comes back: that replica, the primary. */
    private int[] staleRejoin(ClusterPlanes<S> members, StateChange change) {
        int newcomer = proposed(change, false);
        return newcomer == 0 ? CLOSED : new int[] {newcomer, change.member()};
    }

    private static int proposed(StateChange change, boolean learner) {
        for (int p = 0; p < change.data().replicas().size(); p++) {
            if (change.replica(p)) {
                Replica after = change.after(p);
                for (int n : after.waits().minus(change.before(p).waits()).toArray()) {
                    if (learner == !after.configuration().isReplica(n)) {
                        return n;
                    }
                }
            }
        }
        return 0;
    }

    /** A member has just become primary in place of another: it, the one before. */
    private int[] promotion(ClusterPlanes<S> members, StateChange change) {
        for (int p = 0; p < change.data().replicas().size(); p++) {
            if (change.replica(p)) {
                Configuration before = change.before(p).configuration();
                Configuration after = change.after(p).configuration();
                if (after.primary() == change.member() && before.primary() != change.member() && before.primary() > 0) {
                    return new int[] {change.member(), before.primary()};
                }
            }
        }
        return CLOSED;
    }

    /** A member has become master while another one still takes itself for it: the old one, the new one. */
    private int[] twoMasters(ClusterPlanes<S> members, StateChange change) {
        if (failover(members, change).length > 0) {
            for (int n = 1; n <= members.count(); n++) {
                if (n != change.member() && members.up(n) && members.control(n).isMaster()) {
                    return new int[] {n, change.member()};
                }
            }
        }
        return CLOSED;
    }

    /** A migration has just been decided to begin: destination, primary, master. */
    private int[] migration(ClusterPlanes<S> members, StateChange change) {
        for (int p = 0; change.control().isMaster() && p < change.control().partitions(); p++) {
            Configuration before = change.controlBefore().committed().get(p).configuration();
            Configuration after = change.control().committed().get(p).configuration();
            if (change.committed(p) && after.isMigrating() && !before.isMigrating()) {
                return new int[] {after.destination(), after.primary(), change.member()};
            }
        }
        return CLOSED;
    }

    /** A member has just become master: it, and another voter that runs. */
    private int[] failover(ClusterPlanes<S> members, StateChange change) {
        boolean before = change.controlBefore().isMaster()
                && change.controlBefore().term() == change.control().term();
        return before ? CLOSED : master(members, change);
    }

    /** There is a master: it, and another voter that runs. */
    private int[] master(ClusterPlanes<S> members, StateChange change) {
        if (!change.control().isMaster()) {
            return CLOSED;
        }
        MemberSet voters = change.control().voting().voters();
        int other = voters.minus(MemberSet.of(change.member())).stream()
                .filter(members::up)
                .findFirst()
                .orElse(change.member());
        return new int[] {change.member(), other};
    }
}
