package io.godwit.protocol.classic.run;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.Arranger;
import io.godwit.protocol.planner.MemberGroups;
import io.godwit.protocol.planner.Plan;
import io.godwit.protocol.planner.PlanAndRun;
import io.godwit.protocol.planner.PlannedStep;
import io.godwit.protocol.planner.Style;
import java.util.ArrayList;
import java.util.List;

/** Balances the replicas of each slot over all members, with the steps of {@link PlanAndRun}. */
public final class BalancedPlanning implements Planning {
    private final PlanAndRun planner;

    /** Plans with this planner. */
    public BalancedPlanning(PlanAndRun planner) {
        this.planner = planner;
    }

    @Override
    public PartitionMap<List<PlannedWork>> plan(PartitionTable table, MemberSet stayers) {
        PartitionVector<Arrangement> current = PartitionVector.of(table.size(), p -> arrangement(table.get(p)));
        PartitionVector<Arrangement> wanted = Arranger.arrange(
                current, MemberGroups.each(stayers), table.get(0).slots(), Style.SLOTS);
        PartitionMap<List<PlannedWork>> lanes = PartitionMap.empty();
        for (int p = 0; p < table.size(); p++) {
            List<PlannedWork> lane = lane(p, current.get(p), planner.plan(current.get(p), wanted.get(p)));
            if (!lane.isEmpty()) {
                lanes = lanes.with(p, lane);
            }
        }
        return lanes;
    }

    private static Arrangement arrangement(PartitionEntry entry) {
        int[] members = new int[entry.slots()];
        for (int i = 0; i < members.length; i++) {
            members[i] = entry.replica(i);
        }
        return Arrangement.of(members);
    }

    /** The steps of a plan, and then what is left over is cleared. */
    private static List<PlannedWork> lane(int partition, Arrangement current, Plan plan) {
        List<PlannedWork> lane = new ArrayList<>();
        Arrangement reached = current;
        for (PlannedStep step : plan.steps()) {
            lane.add(PlannedWork.of(order(partition, step)));
            reached = step.applyTo(reached);
        }
        for (int slot = 0; slot < reached.size(); slot++) {
            if (reached.at(slot) != plan.target().at(slot)) {
                lane.add(PlannedWork.clear(partition, slot));
            }
        }
        return List.copyOf(lane);
    }

    private static Order order(int partition, PlannedStep step) {
        int slot = step.dstNewIdx();
        return switch (step.kind()) {
            case COPY -> new Order(partition, Kind.COPY, slot, slot, step.dst());
            case MOVE -> new Order(partition, slot == 0 ? Kind.MOVE : Kind.MOVE_BACKUP, slot, slot, step.dst());
            case SHIFT_DOWN -> new Order(partition, Kind.SHIFT_DOWN, slot, step.srcNewIdx(), step.dst());
            case SHIFT_UP -> new Order(
                    partition,
                    step.src() == Members.NONE ? Kind.SHIFT_UP : Kind.SHIFT_UP_OVER,
                    slot,
                    step.dstCurIdx(),
                    step.dst());
            case SHIFT_UP_AND_DOWN -> new Order(
                    partition, Kind.SHIFT_UP_AND_DOWN, slot, step.dstCurIdx(), step.srcNewIdx(), step.dst());
            case CLEAR -> throw new IllegalArgumentException("a plan has no clears: " + step);
        };
    }
}
