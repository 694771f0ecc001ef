package io.godwit.protocol.classic.run;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.VIEW;
import static io.godwit.protocol.classic.ClassicFixture.master;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.ClassicFixture.without;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.ticked;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicSettings;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.TimerState;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.scheduler.Job;
import io.godwit.protocol.scheduler.Schedule;
import io.godwit.protocol.scheduler.Urgency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClassicPlannerTest {
    private static final PlannedWork MOVE_0 = PlannedWork.of(new Order(0, Kind.MOVE, 0, 0, 4));
    private static final PlannedWork MOVE_1 = PlannedWork.of(new Order(1, Kind.MOVE, 0, 0, 4));

    private final List<MemberSet> asked = new ArrayList<>();

    /** Plans always the same, and notes for whom. */
    private ClassicEngine planning(PartitionMap<List<PlannedWork>> plan) {
        return ClassicEngineFixture.engine(repaired(), (table, stayers) -> {
            asked.add(stayers);
            return plan;
        });
    }

    private static PartitionMap<List<PlannedWork>> lanes(int partition, PlannedWork... works) {
        return PartitionMap.<List<PlannedWork>>empty().with(partition, List.of(works));
    }

    @Test
    void plannedMigrationsAreStarted() {
        ClassicState state = ticked(planning(lanes(1, MOVE_1, MOVE_1)), master(), 1);
        assertEquals(
                master().inflight().with(1, new MigrationProgress(MigrationProgress.Stage.COPY, numbered())),
                state.inflight());
        assertEquals(List.of(VIEW), asked);
        Planned left = state.timers().planned().orElseThrow();
        Schedule<PlannedWork> schedule = Planned.of(VIEW, TABLE, 2, lanes(1, MOVE_1, MOVE_1))
                .schedule()
                .start()
                .schedule();
        assertEquals(new Planned(VIEW, TABLE, schedule, List.of(1)), left);
        assertEquals(
                List.of(MOVE_1), schedule.waiting(1).stream().map(Job::work).toList());
    }

    private static Migration numbered() {
        return new Migration(1, 1, 2, 4, 2, 1, 0, -1, -1, 0, 3, 1, Migration.Status.ACTIVE);
    }

    @Test
    void planIsMadeOnceForATable() {
        ClassicEngine member = planning(PartitionMap.empty());
        ClassicState state = ticked(member, ticked(member, master(), 1), 2);
        assertEquals(1, asked.size());
        ClassicState changed = with(state, table(PartitionEntry.of(4, 1, 2, 3), PartitionEntry.of(3, 2, 3, 1)));
        ticked(member, changed, 1 + Ticker.ROUND_MICROS);
        assertEquals(2, asked.size());
        ticked(member, state.but().leaving(MemberSet.of(4)).done(), 1 + Ticker.ROUND_MICROS);
        assertEquals(List.of(VIEW, VIEW, VIEW.without(4)), asked);
    }

    @Test
    void planIsMadeWhenNothingIsInFlight() {
        ClassicState busy = ticked(planning(lanes(1, MOVE_1)), master(MigrationProgress.Stage.COPY, MOVE), 1);
        assertEquals(List.of(), asked);
        assertFalse(busy.inflight().has(1));
    }

    @Test
    void planWaitsForUnfinishedWork() {
        ClassicEngine member = planning(lanes(1, MOVE_1));
        ClassicState resting =
                master().but().timers(TimerState.NONE.resting(100)).done();
        assertTrue(ticked(member, resting, 99).inflight().isEmpty());
        assertEquals(List.of(), asked);
        assertFalse(ticked(member, resting, 100).inflight().isEmpty());
        asked.clear();
        ticked(member, master().but().leaving(VIEW).done(), 1);
        assertEquals(List.of(), asked);
    }

    @Test
    void repairsStartFirst() {
        PlannedWork copy = PlannedWork.of(new Order(1, Kind.COPY, 2, 2, 4));
        PartitionTable gap = table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(3, 1, 2, 0));
        ClassicState state = ticked(planning(lanes(0, MOVE_0).with(1, List.of(copy))), with(master(), gap), 1);
        assertEquals(1, state.inflight().get(1).migration().number());
        assertEquals(2, state.inflight().get(0).migration().number());
    }

    @Test
    void partitionsOrderIsKeptAndTheCapToo() {
        PlannedWork backup = PlannedWork.of(new Order(0, Kind.MOVE_BACKUP, 1, 1, 4));
        ClassicState state = ticked(planning(lanes(0, MOVE_0, backup).with(1, List.of(MOVE_1))), master(), 1);
        assertTrue(state.inflight().has(1));
        assertEquals(MOVE, state.inflight().get(0).migration());
        assertEquals(OTHER, state.inflight().get(1).migration());
        Planned plan = state.timers().planned().orElseThrow();
        assertEquals(List.of(0, 1), plan.begun());
        assertEquals(
                List.of(backup),
                plan.schedule().waiting(0).stream().map(Job::work).toList());
        assertEquals(0, state.timers().rest());
    }

    @Test
    void surplusReplicaIsCleared() {
        ClassicState state = ticked(planning(lanes(0, PlannedWork.clear(0, 2))), master(), 1);
        assertEquals(PartitionEntry.of(4, 1, 2, 0), state.table().get(0));
    }

    @Test
    void planThatDoesNotFitIsDropped() {
        PlannedWork misfit = PlannedWork.of(new Order(0, Kind.COPY, 2, 2, 4));
        ClassicState state = ticked(planning(lanes(0, misfit).with(1, List.of(MOVE_1))), master(), 5);
        assertTrue(state.inflight().isEmpty());
        assertTrue(state.timers().planned().isEmpty());
        assertEquals(5 + ClassicPlanner.REST_MICROS, state.timers().rest());
    }

    @Test
    void leaversSlotsAreDrained() {
        ClassicState leaving = master().but().leaving(MemberSet.of(1)).done();
        ClassicState state = ticked(planning(lanes(0, MOVE_0)), leaving, 1);
        assertEquals(MOVE, state.inflight().get(0).migration());
        PlannedWork backup = PlannedWork.of(new Order(1, Kind.MOVE_BACKUP, 2, 2, 4));
        assertTrue(ticked(planning(lanes(1, backup)), leaving, 1).inflight().has(1));
    }

    private static ClassicState capped(ClassicState state, int cap) {
        return ClassicState.off(1, new ClassicSettings(2, 3, cap, 2))
                .but()
                .life(state.life())
                .view(state.view())
                .master(state.master())
                .duty(state.duty())
                .table(state.table())
                .stamp(state.stamp())
                .done();
    }

    private static ClassicState landed(ClassicState state) {
        return state.but().inflight(PartitionMap.empty()).done();
    }

    @Test
    void placeThatIsFreeAgainIsTaken() {
        ClassicEngine member = planning(lanes(0, MOVE_0).with(1, List.of(MOVE_1)));
        ClassicState first = ticked(member, capped(master(), 1), 1);
        assertEquals(MOVE, first.inflight().get(0).migration());
        assertFalse(first.inflight().has(1));
        ClassicState second = ticked(member, landed(first), 1 + Ticker.ROUND_MICROS);
        assertEquals(OTHER, second.inflight().get(1).migration());
        assertEquals(1, asked.size());
        Planned over = ticked(member, landed(second), 1 + 2 * Ticker.ROUND_MICROS)
                .timers()
                .planned()
                .orElseThrow();
        assertTrue(over.isOver());
        assertEquals(1, asked.size());
    }

    @Test
    void postponedMigrationsStartLater() {
        PartitionMap<List<PlannedWork>> plan = lanes(0, MOVE_0).with(1, List.of(MOVE_1));
        ClassicEngine serial =
                ClassicEngineFixture.engine(without(ClassicRule.VERSION_PER_PARTITION), (table, stayers) -> plan);
        ClassicState first = ticked(serial, master(), 1);
        assertTrue(first.inflight().has(0));
        assertFalse(first.inflight().has(1));
        assertEquals(0, first.timers().rest());
        ClassicState second = ticked(serial, landed(first), 1 + Ticker.ROUND_MICROS);
        assertTrue(second.inflight().has(1));
    }

    @Test
    void ownerAtThatTimeSends() {
        PlannedWork clear = PlannedWork.clear(0, 2);
        PlannedWork up = PlannedWork.of(new Order(0, Kind.SHIFT_UP_OVER, 0, 1, 2));
        PlannedWork copy = PlannedWork.of(new Order(0, Kind.COPY, 2, 2, 3));
        Schedule<PlannedWork> schedule =
                Planned.of(VIEW, TABLE, 1, lanes(0, MOVE_0, up, copy, clear)).schedule();
        assertEquals(
                List.of(
                        new Job<>(0, Urgency.BALANCE, 1, 4, MOVE_0),
                        new Job<>(0, Urgency.BALANCE, 4, 2, up),
                        new Job<>(0, Urgency.REPAIR, 2, 3, copy),
                        new Job<>(0, Urgency.BALANCE, Members.NONE, Members.NONE, clear)),
                schedule.waiting(0));
    }

    @Test
    void endedMigrationsMakeWay() {
        Planned plan = Planned.of(VIEW, TABLE, 2, lanes(0, MOVE_0).with(1, List.of(MOVE_1)));
        assertFalse(plan.isOver());
        Schedule.Started<PlannedWork> started = plan.schedule().start();
        Planned running = plan.with(started.schedule())
                .having(started.jobs().get(0))
                .having(started.jobs().get(1));
        assertEquals(List.of(0, 1), running.begun());
        assertFalse(running.isOver());
        Planned half =
                running.settled(master(MigrationProgress.Stage.COPY, OTHER).inflight());
        assertEquals(List.of(1), half.begun());
        assertEquals(Optional.empty(), half.schedule().running(0));
        assertTrue(half.schedule().running(1).isPresent());
        assertTrue(half.settled(PartitionMap.empty()).isOver());
    }

    /** What began before goes on: here the master, who is the owner, has taken its own request. */
    @Test
    void migrationsBegunBeforeAMisfitGoOn() {
        PlannedWork misfit = PlannedWork.of(new Order(1, Kind.MOVE_BACKUP, 0, 0, 4));
        ClassicState state = ticked(planning(lanes(0, MOVE_0).with(1, List.of(misfit))), master(), 5);
        assertTrue(state.active().has(0));
        assertTrue(state.frozen().get(0));
        assertFalse(state.inflight().has(1));
        assertEquals(5 + ClassicPlanner.REST_MICROS, state.timers().rest());
    }

    /** Between two rounds the end of a rest is noticed once. */
    @Test
    void endOfARestIsNoticed() {
        ClassicEngine member = planning(lanes(1, MOVE_1));
        TimerState resting = TimerState.NONE.at(50).withRound(10_000).resting(100);
        ClassicState before = master().but().timers(resting).done();
        assertTrue(ticked(member, before, 99).inflight().isEmpty());
        assertTrue(ticked(member, before, 100).inflight().has(1));
        ClassicState late = master().but().timers(resting.at(100).resting(100)).done();
        assertTrue(ticked(member, late, 101).inflight().isEmpty());
    }
}
