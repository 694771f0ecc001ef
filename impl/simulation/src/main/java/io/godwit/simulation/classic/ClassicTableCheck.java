package io.godwit.simulation.classic;

import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.TableStamp;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Same;
import io.godwit.simulation.classic.ClassicInvariants.LiveMembers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tables, stamps and migrations. Properties of {@code PartitionVersioning} and {@code ParallelMigration} in {@code spec/classic}. */
final class ClassicTableCheck {
    private ClassicTableCheck() {}

    static Violation stepped(Cluster<ClassicState> cluster, ClassicState before, ClassicState after) {
        Violation found = null;
        List<ClassicState> live = LiveMembers.states(cluster);
        boolean started = before.up() && after.up();
        for (int p = 0; found == null && p < after.table().size(); p++) {
            PartitionEntry was = before.table().get(p);
            PartitionEntry is = after.table().get(p);
            if (!Same.object(was, is) && after.up()) {
                found = entry(live, after, p);
                if (found == null && started && before.duty() != MasterPhase.FETCH && is.version() < was.version()) {
                    found = new Violation(
                            "VersionMonotonic",
                            "partition " + p + ": member " + after.self() + " goes from " + was + " to " + is);
                }
            }
        }
        boolean changed = !Same.object(before.stamp(), after.stamp()) || !Same.object(before.table(), after.table());
        if (found == null && after.up() && changed) {
            found = stamp(live, after);
        }
        return found == null && !Same.object(before.inflight(), after.inflight()) ? cap(after) : found;
    }

    private static Violation entry(List<ClassicState> live, ClassicState mine, int partition) {
        PartitionEntry entry = mine.table().get(partition);
        for (int i = 0; i < entry.slots(); i++) {
            for (int j = 0; j < i; j++) {
                if (entry.replica(i) != 0 && entry.replica(i) == entry.replica(j)) {
                    return new Violation("ReplicasDistinct", "partition " + partition + ": " + entry);
                }
            }
        }
        for (ClassicState other : live) {
            PartitionEntry theirs = other.table().get(partition);
            if (theirs.version() == entry.version() && !theirs.sameReplicas(entry)) {
                return new Violation(
                        "VersionUnique",
                        "partition " + partition + ": member " + mine.self() + " has " + entry + ", member "
                                + other.self() + " has " + theirs);
            }
        }
        for (ClassicState other : live) {
            if (other.self() != mine.self()
                    && LiveMembers.serves(other, partition)
                    && LiveMembers.serves(mine, partition)) {
                return new Violation(
                        "OneServer",
                        "partition " + partition + ": members " + other.self() + " and " + mine.self() + " serve");
            }
        }
        return null;
    }

    private static Violation stamp(List<ClassicState> live, ClassicState mine) {
        if (mine.stamp().value() != TableStamp.of(mine.table(), false).value()
                && mine.stamp().value() != TableStamp.of(mine.table(), true).value()) {
            return new Violation("StampConsistent", "member " + mine.self() + " has a stamp of another table");
        }
        for (ClassicState other : live) {
            if (other.stamp().value() == mine.stamp().value() && !other.table().equals(mine.table())) {
                return new Violation(
                        "StampSound",
                        "members " + other.self() + " and " + mine.self() + " have one stamp and two tables");
            }
        }
        return null;
    }

    private static Violation cap(ClassicState master) {
        Map<Integer, Integer> load = new HashMap<>();
        for (MigrationProgress flight : master.inflight().values()) {
            load.merge(flight.migration().feeder(), 1, Integer::sum);
            load.merge(flight.migration().destination(), 1, Integer::sum);
        }
        for (Map.Entry<Integer, Integer> member : load.entrySet()) {
            if (member.getValue() > master.settings().parallel()) {
                return new Violation(
                        "ParallelCap",
                        "member " + member.getKey() + " takes part in " + member.getValue() + " migrations");
            }
        }
        return null;
    }
}
