package io.godwit.protocol.classic.run;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.classic.migration.StartMigration;
import io.godwit.protocol.classic.migration.StepKind;
import io.godwit.protocol.classic.promotion.ClearSurplus;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.PartitionMap;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.Arranger;
import io.godwit.protocol.planner.MemberGroups;
import io.godwit.protocol.planner.MigrationPlanner;
import io.godwit.protocol.planner.Plan;
import io.godwit.protocol.planner.PlannedStep;
import io.godwit.protocol.planner.Style;
import java.util.ArrayList;
import java.util.List;

/** Balances the replicas of each slot over all members, with the steps of {@link MigrationPlanner}. */
public final class BalancedPlanning implements Planning {
    private final MigrationPlanner planner;

    /** Plans with these guards. */
    public BalancedPlanning(Guards guards) {
        planner = new MigrationPlanner(guards);
    }

    @Override
    public PartitionMap<List<Work>> plan(PartitionTable table, MemberSet stayers) {
        PartitionVector<Arrangement> current = PartitionVector.of(table.size(), p -> arrangement(table.get(p)));
        PartitionVector<Arrangement> wanted = Arranger.arrange(
                current, MemberGroups.each(stayers), table.get(0).slots(), Style.SLOTS);
        PartitionMap<List<Work>> lanes = PartitionMap.empty();
        for (int p = 0; p < table.size(); p++) {
            List<Work> lane = lane(p, current.get(p), planner.plan(current.get(p), wanted.get(p)));
            if (!lane.isEmpty()) {
                lanes = lanes.with(p, lane);
            }
        }
        return lanes;
    }

    private static Arrangement arrangement(Entry entry) {
        int[] members = new int[entry.slots()];
        for (int i = 0; i < members.length; i++) {
            members[i] = entry.replica(i);
        }
        return Arrangement.of(members);
    }

    /** The steps of a plan, and then what is left over is cleared. */
    private static List<Work> lane(int partition, Arrangement current, Plan plan) {
        List<Work> lane = new ArrayList<>();
        Arrangement reached = current;
        for (PlannedStep step : plan.steps()) {
            lane.add(Work.of(order(partition, step)));
            reached = step.applyTo(reached);
        }
        for (int slot = 0; slot < reached.size(); slot++) {
            if (reached.at(slot) != plan.target().at(slot)) {
                lane.add(Work.of(new ClearSurplus.Slot(partition, slot)));
            }
        }
        return List.copyOf(lane);
    }

    private static StartMigration.Order order(int partition, PlannedStep step) {
        int slot = step.dstNewIdx();
        return switch (step.kind()) {
            case COPY -> new StartMigration.Order(partition, StepKind.COPY, slot, slot, step.dst());
            case MOVE -> new StartMigration.Order(
                    partition, slot == 0 ? StepKind.MOVE : StepKind.MOVE_BACKUP, slot, slot, step.dst());
            case SHIFT_DOWN -> new StartMigration.Order(
                    partition, StepKind.SHIFT_DOWN, slot, step.srcNewIdx(), step.dst());
            case SHIFT_UP -> new StartMigration.Order(
                    partition,
                    step.src() == Members.NONE ? StepKind.SHIFT_UP : StepKind.SHIFT_UP_OVER,
                    slot,
                    step.dstCurIdx(),
                    step.dst());
            case SHIFT_UP_AND_DOWN -> new StartMigration.Order(
                    partition, StepKind.SHIFT_UP_AND_DOWN, slot, step.dstCurIdx(), step.srcNewIdx(), step.dst());
            case CLEAR -> throw new IllegalArgumentException("a plan has no clears: " + step);
        };
    }
}
