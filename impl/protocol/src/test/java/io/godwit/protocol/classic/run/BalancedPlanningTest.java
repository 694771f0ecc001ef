package io.godwit.protocol.classic.run;

import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicSettings;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.planner.PlanAndRun;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BalancedPlanningTest {
    private final Planning planning = new BalancedPlanning(new PlanAndRun(Rules.ALL));

    private List<PlannedWork> plan(PartitionEntry entry, int... stayers) {
        List<PlannedWork> lane = planning.plan(PartitionTable.of(1, p -> entry), MemberSet.of(stayers))
                .get(0);
        return lane == null ? List.of() : lane;
    }

    private static PlannedWork order(Kind kind, int slot, int other, int destination) {
        return PlannedWork.of(new Order(0, kind, slot, other, destination));
    }

    @Test
    void balancedPartitionsStay() {
        assertEquals(List.of(), plan(PartitionEntry.of(3, 1, 2, 3), 1, 2, 3));
        assertEquals(
                PartitionMap.empty(),
                planning.plan(PartitionTable.of(2, p -> PartitionEntry.of(2, 1 + p, 2 - p)), MemberSet.of(1, 2)));
    }

    @Test
    void gapIsFilled() {
        assertEquals(List.of(order(Kind.COPY, 2, 2, 3)), plan(PartitionEntry.of(3, 1, 2, 0), 1, 2, 3));
    }

    @Test
    void leaverIsReplaced() {
        assertEquals(List.of(order(Kind.MOVE_BACKUP, 2, 2, 4)), plan(PartitionEntry.of(3, 1, 2, 3), 1, 2, 4));
        List<PlannedWork> owner = plan(PartitionEntry.of(3, 1, 2, 3), 2, 3, 4);
        assertEquals(1, owner.size());
        assertEquals(Kind.MOVE, owner.get(0).order().kind());
    }

    @Test
    void surplusReplicasAreCleared() {
        assertEquals(List.of(PlannedWork.clear(0, 2)), plan(PartitionEntry.of(3, 1, 2, 3), 1, 2));
    }

    @Test
    void repairsAreWhatTakesNothingFromAnybody() {
        assertTrue(order(Kind.COPY, 1, 1, 2).repairs());
        assertTrue(order(Kind.SHIFT_UP, 1, 2, 2).repairs());
        assertFalse(order(Kind.MOVE, 0, 0, 2).repairs());
        assertFalse(PlannedWork.clear(0, 1).repairs());
    }

    /** Carries plans for random tables out, handler by handler: no step is refused, and after a few plans none is left. */
    @Test
    void plansCanBeCarriedOut() {
        Random random = new Random(7);
        Set<Kind> seen = EnumSet.noneOf(Kind.class);
        for (int run = 0; run < 300; run++) {
            int slots = 1 + random.nextInt(4);
            int members = 1 + random.nextInt(6);
            PartitionTable table = PartitionTable.of(4, p -> randomEntry(random, slots, members));
            MemberSet view = MemberSet.of(IntStream.rangeClosed(1, members).toArray());
            MemberSet stayers = view.filter(m -> random.nextInt(4) > 0).with(1 + random.nextInt(members));
            Walk walk = new Walk(slots, view, view.minus(stayers), table, seen);
            int plans = 0;
            for (PartitionMap<List<PlannedWork>> plan = planning.plan(table, stayers);
                    !plan.isEmpty();
                    plan = planning.plan(walk.state.table(), stayers)) {
                plans++;
                assertTrue(plans < 5, () -> "still planning for " + stayers + ": " + walk.state.table());
                walk.carryOut(plan);
            }
            for (int p = 0; p < 4; p++) {
                PartitionEntry entry = walk.state.table().get(p);
                assertTrue(entry.heldWithin(stayers), () -> entry + " for " + stayers);
                assertEquals(
                        Math.min(slots, stayers.size()), slots - emptySlots(entry), () -> entry + " for " + stayers);
            }
        }
        assertEquals(EnumSet.allOf(Kind.class), seen);
    }

    private static long emptySlots(PartitionEntry entry) {
        return IntStream.range(0, entry.slots())
                .filter(i -> entry.replica(i) == 0)
                .count();
    }

    private static PartitionEntry randomEntry(Random random, int slots, int members) {
        List<Integer> shuffled = IntStream.rangeClosed(1, members).boxed().collect(Collectors.toList());
        Collections.shuffle(shuffled, random);
        int[] replicas = new int[slots];
        for (int i = 0; i < slots && i < members; i++) {
            replicas[i] = i > 0 && random.nextInt(3) == 0 ? 0 : shuffled.get(i);
        }
        return PartitionEntry.of(1, replicas);
    }

    /** A master that decides each migration as soon as it has started it. */
    private static final class Walk {
        private final Classic classic = Classic.repaired();
        private final Set<Kind> seen;
        private ClassicState state;

        Walk(int slots, MemberSet view, MemberSet leaving, PartitionTable table, Set<Kind> seen) {
            this.seen = seen;
            state = ClassicState.off(1, new ClassicSettings(4, slots, 2, 10))
                    .but()
                    .life(ProcessStatus.UP)
                    .view(view)
                    .leaving(leaving)
                    .master(1)
                    .duty(MasterPhase.READY)
                    .table(table)
                    .done();
        }

        void carryOut(PartitionMap<List<PlannedWork>> plan) {
            for (Map.Entry<Integer, List<PlannedWork>> lane : plan) {
                for (PlannedWork work : lane.getValue()) {
                    carryOut(lane.getKey(), work);
                }
            }
        }

        private void carryOut(int p, PlannedWork work) {
            Step<ClassicState> step = take(
                    state,
                    s -> work.order() == null
                            ? classic.promotion().clearSurplus(s, p, work.slot())
                            : classic.migration().startMigration(s, work.order()));
            assertTrue(step.accepted(), () -> work + " of " + state.table().get(p) + ": " + step.refused());
            state = step.state();
            if (work.order() != null) {
                seen.add(work.order().kind());
                Migration migration = state.inflight().get(p).migration();
                PartitionEntry moved = migration.shift(state.table().get(p)).raised(migration.increment());
                state = state.but()
                        .table(state.table().with(p, moved))
                        .inflight(PartitionMap.empty())
                        .done();
            }
        }
    }
}
