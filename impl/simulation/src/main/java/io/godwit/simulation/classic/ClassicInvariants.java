package io.godwit.simulation.classic;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.ClusterInvariants;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Same;
import java.util.ArrayList;
import java.util.List;

/** What ought to hold in classic. Its assumptions are perfect detectors and links; under other faults it does not hold. */
final class ClassicInvariants implements ClusterInvariants<ClassicState> {
    private final ClassicMigrationCheck migrations = new ClassicMigrationCheck();
    private Acknowledgements acknowledgements;

    @Override
    public List<String> names() {
        return List.of(
                "VersionUnique",
                "VersionMonotonic",
                "ReplicasDistinct",
                "OneServer",
                "StampConsistent",
                "StampSound",
                "ParallelCap",
                "Agreement",
                "SourceDropsOnlyAfterDecision",
                "CopiesNonDecreasing",
                "ShutdownOnlyWhenEmpty",
                "BackupMonotonic",
                "AckedDurable",
                "ReadFresh");
    }

    @Override
    public Violation started(Cluster<ClassicState> cluster, MemberView<ClassicState> member) {
        if (acknowledgements == null) {
            acknowledgements = new Acknowledgements(cluster.setup().partitions());
        }
        return null;
    }

    @Override
    public Violation stepped(
            Cluster<ClassicState> cluster,
            MemberView<ClassicState> member,
            ClassicState before,
            Event event,
            Step<ClassicState> step) {
        ClassicState after = step.state();
        if (event instanceof Event.Call call && call.operation().readOnly()) {
            Violation stale = acknowledgements.read(after, call, step.commands());
            if (stale != null) {
                return stale;
            }
        }
        if (Same.object(after, before)) {
            return null;
        }
        Violation found = ClassicTableCheck.stepped(cluster, before, after);
        found = found == null ? migrations.stepped(cluster, before, after) : found;
        return found == null ? acknowledgements.stepped(before, after) : found;
    }

    @Override
    public Violation answered(Cluster<ClassicState> cluster, MemberView<ClassicState> member, Command.Answer answer) {
        acknowledgements.answered(member.state(), answer);
        return null;
    }

    @Override
    public String unsettled(Cluster<ClassicState> cluster) {
        List<ClassicState> live = LiveMembers.states(cluster);
        if (live.isEmpty()) {
            return "nobody takes part";
        }
        ClassicState first = live.get(0);
        MemberSet members = MemberSet.of(live.stream().map(ClassicState::self).toList());
        for (ClassicState state : live) {
            if (!state.table().sameVersions(first.table())) {
                return "members " + first.self() + " and " + state.self() + " have different tables";
            } else if (state.leaving().contains(state.self())) {
                return "member " + state.self() + " wants to leave and is still there";
            } else if (state.master() != first.master()) {
                return "members " + first.self() + " and " + state.self() + " have different masters";
            } else if (!state.nothingInFlight() || !state.active().isEmpty()) {
                return "member " + state.self() + " takes part in an undecided migration";
            }
        }
        int wanted = Math.min(cluster.setup().copies().only(), members.size());
        for (int p = 0; p < first.table().size(); p++) {
            PartitionEntry entry = first.table().get(p);
            if (!members.contains(entry.owner())
                    || entry.backups().with(entry.owner()).intersect(members).size() != wanted) {
                return "partition " + p + ": " + wanted + " replicas are wanted among " + members + ", it has " + entry;
            }
        }
        return "";
    }

    /** Members that run and take part. */
    static final class LiveMembers {
        private LiveMembers() {}

        static List<ClassicState> states(Cluster<ClassicState> cluster) {
            List<ClassicState> states = new ArrayList<>();
            for (MemberView<ClassicState> member : cluster.members()) {
                if (member.up() && member.state().up()) {
                    states.add(member.state());
                }
            }
            return states;
        }

        /** May it change the partition's data and acknowledge? {@code Serves} in {@code spec/classic/ClassicState.tla}. */
        static boolean serves(ClassicState state, int partition) {
            return state.up()
                    && state.table().owner(partition) == state.self()
                    && !state.frozen().get(partition);
        }
    }
}
