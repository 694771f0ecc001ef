package io.godwit.simulation.cluster;

import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.quorum.DeclareLost;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.ClusterInvariants.Beginning;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RunResult.Violation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Partitions that lose all in-sync members at once, and an operator who declares that. The operator asks the master again and again, until the
 * partition has begun again with the newest copy that is left: a wish can get lost, and the master may not know yet who is dead.
 *
 * @param <S> the state of one member
 */
final class LostPartitions<S> {
    /** In microseconds. */
    private static final long AGAIN = 300_000;
    /** In {@code other} of a fault: members come back with what is on their disks. */
    private static final int BACK = 1;
    /** In {@code other} of a fault: members declare partitions lost themselves. */
    private static final int BY_ITSELF = 2;

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
        } else if (cluster.plan().faults().stream()
                .anyMatch(it -> it.kind() == FaultKind.MIXED_CALLS || it.kind() == FaultKind.FOLLOWED_CALLS)) {
            return "a client compares with what it has put";
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

    /** Whether members declare the partition lost themselves, because of {@code on-loss}. */
    static boolean isDeclaredByItself(Fault fault) {
        return fault.kind() == FaultKind.LOST_PARTITION && (fault.other() & BY_ITSELF) != 0;
    }

    private String begin(Fault fault, int partition) {
        boolean byItself = isDeclaredByItself(fault);
        if (lost.containsKey(partition)) {
            return "all were lost before";
        } else if (byItself && cluster.setup().copies().of(partition) > 1) {
            return "all have backups";
        }
        Set<Integer> numbers = assumption.holders(cluster, partition);
        List<SimulatedMember<S>> holders = faults.running().stream()
                .filter(it -> numbers.contains(it.number()))
                .toList();
        if (numbers.isEmpty() || holders.size() < numbers.size()) {
            return "it is not certain who is in sync, or one of them does not run";
        }
        Set<Integer> partitions = byItself ? heldOnlyBy(numbers) : Set.of(partition);
        String forbidden = assumption.forbidsLoss(cluster, numbers, partitions);
        if (!forbidden.isEmpty()) {
            return forbidden;
        }
        faults.begin(fault);
        for (int each : partitions) {
            lost.put(each, cluster.now());
            cluster.invariants().lost(each);
        }
        boolean back = (fault.other() & BACK) != 0;
        for (SimulatedMember<S> holder : holders) {
            if (back) {
                holder.fallAsleep(true);
            } else {
                holder.crash(true);
                faults.lost(holder);
                faults.comeBack(holder.site(), fault.duration());
            }
        }
        await(partitions, byItself, () -> {
            if (back) {
                cluster.after(fault.duration(), () -> holders.forEach(faults::wake));
            }
        });
        return "";
    }

    /** The partitions without backups of which nobody else has a current copy. */
    private Set<Integer> heldOnlyBy(Set<Integer> numbers) {
        Set<Integer> partitions = new TreeSet<>();
        for (int p = 0; p < cluster.setup().partitions(); p++) {
            Set<Integer> holders = assumption.holders(cluster, p);
            if (cluster.setup().copies().of(p) == 1
                    && !lost.containsKey(p)
                    && !holders.isEmpty()
                    && numbers.containsAll(holders)) {
                partitions.add(p);
            }
        }
        return partitions;
    }

    /** Waits until partitions have begun again; unless members declare them lost themselves, the operator does. */
    private void await(Set<Integer> partitions, boolean byItself, Runnable begun) {
        Set<Integer> rest = new TreeSet<>(partitions);
        rest.removeIf(p -> cluster.invariants().begun(p) != null);
        if (rest.isEmpty()) {
            partitions.forEach(p -> hasBegun(p, byItself));
            cluster.reached(CoverageGoal.DECLARED_LOST);
            begun.run();
            return;
        } else if (!byItself) {
            rest.forEach(this::declare);
        }
        cluster.after(AGAIN, () -> await(partitions, byItself, begun));
    }

    private void hasBegun(int partition, boolean byItself) {
        cluster.tell("begun", () -> "partition " + partition + " has begun again");
        MapContent content = cluster.invariants().begun(partition).content();
        if (byItself && !content.equals(MapContent.EMPTY)) {
            cluster.note(new Violation("BeginsEmpty", "partition " + partition + " has begun again with " + content));
        }
    }

    private void declare(int partition) {
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
