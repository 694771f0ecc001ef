package io.godwit.simulation.cluster;

import io.godwit.protocol.quorum.DeclareLost;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.ClusterInvariants.Beginning;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Partitions that lose all in-sync members at once, and an operator who declares that. The operator asks the master again and again, until the
 * partition has begun again with the newest copy that is left: a wish can get lost, and the master may not know yet who is dead.
 *
 * @param <S> the state of one member
 */
final class LostPartitions<S> {
    /** In microseconds. */
    private static final long AGAIN = 300_000;

    private final SimulatedCluster<S> cluster;
    private final ClusterFaults<S> faults;
    private final Assumption<S> assumption;
    /** By partition, when it was lost, in microseconds. */
    private final Map<Integer, Long> lost = new TreeMap<>();

    LostPartitions(SimulatedCluster<S> cluster, ClusterFaults<S> faults, Assumption<S> assumption) {
        this.cluster = cluster;
        this.faults = faults;
        this.assumption = assumption;
    }

    /** The reason for which a fault cannot happen now; empty if it has happened. */
    String begin(Fault fault) {
        if (!cluster.hasDisks()) {
            return "for real members only";
        } else if (cluster.plan().faults().stream().anyMatch(it -> it.kind() == FaultKind.MIXED_CALLS)) {
            return "a client counts what it has put";
        }
        String refused = "";
        int partitions = cluster.setup().partitions();
        for (int i = 0; i < partitions; i++) {
            refused = begin(fault, (int) (fault.amount() + i) % partitions);
            if (refused.isEmpty()) {
                return "";
            }
        }
        return refused;
    }

    private String begin(Fault fault, int partition) {
        if (lost.containsKey(partition)) {
            return "all were lost before";
        }
        Set<Integer> numbers = assumption.holders(cluster, partition);
        List<SimulatedMember<S>> holders = faults.running().stream()
                .filter(it -> numbers.contains(it.number()))
                .toList();
        if (numbers.isEmpty() || holders.size() < numbers.size()) {
            return "it is not certain who is in sync, or one of them does not run";
        }
        String forbidden = assumption.forbidsLoss(cluster, numbers, partition);
        if (!forbidden.isEmpty()) {
            return forbidden;
        }
        faults.begin(fault);
        lost.put(partition, cluster.now());
        cluster.invariants().lost(partition);
        boolean back = fault.other() > 0;
        for (SimulatedMember<S> holder : holders) {
            if (back) {
                holder.fallAsleep(true);
            } else {
                holder.crash(true);
                faults.lost(holder);
                faults.comeBack(holder.site(), fault.duration());
            }
        }
        declare(partition, () -> {
            if (back) {
                cluster.after(fault.duration(), () -> holders.forEach(faults::wake));
            }
        });
        return "";
    }

    private void declare(int partition, Runnable begun) {
        if (cluster.invariants().begun(partition) != null) {
            cluster.tell("begun", () -> "partition " + partition + " has begun again");
            cluster.reached(CoverageGoal.DECLARED_LOST);
            begun.run();
            return;
        }
        SimulatedMember<S> master = null;
        SimulatedMember<S> newest = null;
        for (SimulatedMember<S> member : faults.running()) {
            if (member.state() instanceof QuorumState state) {
                boolean later = master == null
                        || state.control().term() > quorum(master).control().term();
                master = state.control().isMaster() && later ? member : master;
                newest = newest == null || isNewer(partition, state, quorum(newest)) ? member : newest;
            }
        }
        if (master != null) {
            master.declareLost(partition, newest.number());
        }
        cluster.after(AGAIN, () -> declare(partition, begun));
    }

    private QuorumState quorum(SimulatedMember<S> member) {
        return (QuorumState) member.state();
    }

    private static boolean isNewer(int partition, QuorumState one, QuorumState other) {
        return DeclareLost.isNewerCopy(
                one.self(),
                one.data().replica(partition),
                other.self(),
                other.data().replica(partition));
    }

    /** Is there a partition that has not begun again? */
    boolean isWaiting() {
        return lost.keySet().stream().anyMatch(p -> cluster.invariants().begun(p) == null);
    }

    /** The partitions that were lost. */
    Map<Integer, Loss> losses() {
        Map<Integer, Loss> losses = new TreeMap<>();
        lost.forEach((partition, at) ->
                losses.put(partition, new Loss(at, cluster.invariants().begun(partition))));
        return losses;
    }

    /**
     * A loss.
     *
     * @param at when, in microseconds
     * @param begun with what the partition has begun again, or null
     */
    record Loss(long at, Beginning begun) {}
}
