package io.godwit.protocol.classic.run;

import static io.godwit.protocol.classic.ClassicScene.MOVE;
import static io.godwit.protocol.classic.ClassicScene.OTHER;
import static io.godwit.protocol.classic.ClassicScene.TABLE;
import static io.godwit.protocol.classic.ClassicScene.VIEW;
import static io.godwit.protocol.classic.ClassicScene.master;
import static io.godwit.protocol.classic.ClassicScene.repaired;
import static io.godwit.protocol.classic.ClassicScene.table;
import static io.godwit.protocol.classic.ClassicScene.with;
import static io.godwit.protocol.classic.run.RunScene.ticked;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Errands;
import io.godwit.protocol.classic.migration.StartMigration;
import io.godwit.protocol.classic.migration.StepKind;
import io.godwit.protocol.classic.promotion.ClearSurplus;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.PartitionMap;
import io.godwit.protocol.classic.table.PartitionTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final Work MOVE_0 = Work.of(new StartMigration.Order(0, StepKind.MOVE, 0, 0, 4));
    private static final Work MOVE_1 = Work.of(new StartMigration.Order(1, StepKind.MOVE, 0, 0, 4));

    private final List<MemberSet> asked = new ArrayList<>();

    /** Plans always the same, and notes for whom. */
    private Member planning(PartitionMap<List<Work>> plan) {
        return new Member(repaired(), (table, stayers) -> {
            asked.add(stayers);
            return plan;
        });
    }

    private static PartitionMap<List<Work>> lanes(int partition, Work... works) {
        return PartitionMap.<List<Work>>empty().with(partition, List.of(works));
    }

    @Test
    void whatIsPlannedIsStarted() {
        ClassicState state = ticked(planning(lanes(1, MOVE_1, MOVE_1)), master(), 1);
        assertEquals(master().inflight().with(1, new Flight(Flight.Stage.COPY, numbered())), state.inflight());
        assertEquals(List.of(VIEW), asked);
        Planned left = state.errands().planned().orElseThrow();
        assertEquals(new Planned(VIEW, TABLE, lanes(1, MOVE_1)), left);
    }

    private static Migration numbered() {
        return new Migration(1, 1, 2, 4, 2, 1, 0, -1, -1, 0, 3, 1, Migration.Status.ACTIVE);
    }

    @Test
    void aPlanIsMadeOnceForATable() {
        Member member = planning(PartitionMap.empty());
        ClassicState state = ticked(member, ticked(member, master(), 1), 2);
        assertEquals(1, asked.size());
        ClassicState changed = with(state, table(Entry.of(4, 1, 2, 3), Entry.of(3, 2, 3, 1)));
        ticked(member, changed, 1 + Rounds.PERIOD);
        assertEquals(2, asked.size());
        ticked(member, state.but().leaving(MemberSet.of(4)).done(), 1 + Rounds.PERIOD);
        assertEquals(List.of(VIEW, VIEW, VIEW.without(4)), asked);
    }

    @Test
    void aPlanIsMadeWhenNothingIsInFlight() {
        ClassicState busy = ticked(planning(lanes(1, MOVE_1)), master(Flight.Stage.COPY, MOVE), 1);
        assertEquals(List.of(), asked);
        assertFalse(busy.inflight().has(1));
    }

    @Test
    void nothingIsPlannedWhileSomethingElseIsToBeDone() {
        Member member = planning(lanes(1, MOVE_1));
        ClassicState resting = master().but().errands(Errands.NONE.resting(100)).done();
        assertTrue(ticked(member, resting, 99).inflight().isEmpty());
        assertEquals(List.of(), asked);
        assertFalse(ticked(member, resting, 100).inflight().isEmpty());
        asked.clear();
        ticked(member, master().but().leaving(VIEW).done(), 1);
        assertEquals(List.of(), asked);
    }

    @Test
    void repairsStartFirst() {
        Work copy = Work.of(new StartMigration.Order(1, StepKind.COPY, 2, 2, 4));
        PartitionTable gap = table(Entry.of(3, 1, 2, 3), Entry.of(3, 1, 2, 0));
        ClassicState state = ticked(planning(lanes(0, MOVE_0).with(1, List.of(copy))), with(master(), gap), 1);
        assertEquals(1, state.inflight().get(1).migration().number());
        assertEquals(2, state.inflight().get(0).migration().number());
    }

    @Test
    void thePartitionsOrderIsKeptAndTheCapToo() {
        Work backup = Work.of(new StartMigration.Order(0, StepKind.MOVE_BACKUP, 1, 1, 4));
        ClassicState state = ticked(planning(lanes(0, MOVE_0, backup).with(1, List.of(MOVE_1))), master(), 1);
        assertTrue(state.inflight().has(1));
        assertEquals(MOVE, state.inflight().get(0).migration());
        assertEquals(OTHER, state.inflight().get(1).migration());
        assertEquals(lanes(0, backup), state.errands().planned().orElseThrow().lanes());
        assertEquals(0, state.errands().rest());
    }

    @Test
    void aSurplusReplicaIsCleared() {
        ClassicState state = ticked(planning(lanes(0, Work.of(new ClearSurplus.Slot(0, 2)))), master(), 1);
        assertEquals(Entry.of(4, 1, 2, 0), state.table().get(0));
    }

    @Test
    void aPlanThatDoesNotFitIsDropped() {
        Work misfit = Work.of(new StartMigration.Order(0, StepKind.COPY, 2, 2, 4));
        ClassicState state = ticked(planning(lanes(0, misfit).with(1, List.of(MOVE_1))), master(), 5);
        assertTrue(state.inflight().isEmpty());
        assertTrue(state.errands().planned().isEmpty());
        assertEquals(5 + Planner.REST, state.errands().rest());
    }

    @Test
    void aLeaversSlotsAreDrained() {
        ClassicState leaving = master().but().leaving(MemberSet.of(1)).done();
        ClassicState state = ticked(planning(lanes(0, MOVE_0)), leaving, 1);
        assertEquals(MOVE, state.inflight().get(0).migration());
        Work backup = Work.of(new StartMigration.Order(1, StepKind.MOVE_BACKUP, 2, 2, 4));
        assertTrue(ticked(planning(lanes(1, backup)), leaving, 1).inflight().has(1));
    }
}
