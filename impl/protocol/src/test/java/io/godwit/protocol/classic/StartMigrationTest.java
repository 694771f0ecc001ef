package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.HOME;
import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.assertRefused;
import static io.godwit.protocol.classic.ClassicFixture.assertStep;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.master;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.send;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.ClassicFixture.without;
import static io.godwit.protocol.classic.data.Migration.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import org.junit.jupiter.api.Test;

class StartMigrationTest {
    private static final Order MOVE_0 = new Order(0, Kind.MOVE, 0, 0, 4);
    private final ParallelMigration handler = classic(repaired()).migration();

    private static Rules global() {
        return without(ClassicRule.VERSION_PER_PARTITION);
    }

    private static ClassicState capped(ClassicState state, int cap) {
        ClassicSettings settings = new ClassicSettings(2, 3, cap, 2);
        ClassicState off = ClassicState.off(1, settings);
        return off.but()
                .life(state.life())
                .view(state.view())
                .master(state.master())
                .duty(state.duty())
                .table(state.table())
                .stamp(state.stamp())
                .inflight(state.inflight())
                .done();
    }

    @Test
    void ownerIsAskedToSendItsCopy() {
        ClassicState state = master().but()
                .completed(MigrationSet.of(OTHER.with(Status.FAILED), HOME.with(Status.SUCCESS)))
                .done();
        Migration earlier = new Migration(7, 0, 2, 3, 2, 1, 0, NO_SLOT, NO_SLOT, 0, 2, 1, Status.FAILED);
        ClassicState knows =
                state.but().completed(state.completed().with(earlier)).done();
        assertStep(
                master(MigrationProgress.Stage.COPY, MOVE)
                        .but()
                        .completed(knows.completed())
                        .done(),
                take(knows, s -> handler.startMigration(s, MOVE_0)),
                send(1, new MigrationRequest(MOVE, MigrationSet.of(earlier))));
    }

    @Test
    void migrationsAreNumbered() {
        ClassicState state = master(MigrationProgress.Stage.COPY, MOVE);
        ClassicState next = take(state, s -> handler.startMigration(s, new Order(1, Kind.MOVE, 0, 0, 4)))
                .state();
        assertEquals(
                state.but()
                        .inflight(state.inflight().with(1, new MigrationProgress(MigrationProgress.Stage.COPY, OTHER)))
                        .migCount(2)
                        .done(),
                next);
    }

    @Test
    void startIsRefused() {
        assertRefused(ClassicRule.LEADS, member(2), s -> handler.startMigration(s, MOVE_0));
        ClassicState promoting = master().but().duty(MasterPhase.PROMOTE).done();
        assertRefused(ClassicRule.READY, promoting, s -> handler.startMigration(s, MOVE_0));
        assertRefused(
                ClassicRule.NOT_IN_FLIGHT,
                master(MigrationProgress.Stage.COMMIT, MOVE),
                s -> handler.startMigration(s, MOVE_0));
        ClassicState orphan = with(master(), table(PartitionEntry.of(4, 0, 2, 3), PartitionEntry.of(3, 2, 3, 1)));
        assertRefused(ClassicRule.REPAIRED, orphan, s -> handler.startMigration(s, MOVE_0));
        ClassicState gone = master().but().view(MemberSet.of(1, 2, 4)).done();
        assertRefused(ClassicRule.REPAIRED, gone, s -> handler.startMigration(s, MOVE_0));
        assertRefused(
                ClassicRule.DESTINATION_IS_MEMBER,
                master(),
                s -> handler.startMigration(s, new Order(0, Kind.MOVE, 0, 0, 5)));
        ClassicState leaving = master().but().leaving(MemberSet.of(4)).done();
        assertRefused(ClassicRule.DESTINATION_STAYS, leaving, s -> handler.startMigration(s, MOVE_0));
        assertRefused(
                ClassicRule.DESTINATION_IS_NEW,
                master(),
                s -> handler.startMigration(s, new Order(0, Kind.MOVE, 0, 0, 2)));
    }

    @Test
    void migrationsAreSerialUnderOneVersion() {
        ClassicState busy = master(MigrationProgress.Stage.COPY, OTHER);
        assertRefused(ClassicRule.GLOBAL_IS_SERIAL, busy, s -> classic(global())
                .migration()
                .startMigration(s, MOVE_0));
        assertNull(take(master(), s -> classic(global()).migration().startMigration(s, MOVE_0))
                .refusal());
        Rules parallel = global().lacking(ClassicRule.GLOBAL_IS_SERIAL);
        assertNull(take(busy, s -> classic(parallel).migration().startMigration(s, MOVE_0))
                .refusal());
        assertNull(take(busy, s -> handler.startMigration(s, MOVE_0)).refusal());
    }

    @Test
    void noMemberTakesPartInTooMany() {
        ClassicState sends = capped(master(MigrationProgress.Stage.COPY, OTHER), 1);
        assertRefused(ClassicRule.PARALLEL_CAP, sends, s -> handler.startMigration(s, MOVE_0));
        ClassicState receives = capped(master(MigrationProgress.Stage.COPY, HOME), 1);
        assertRefused(ClassicRule.PARALLEL_CAP, receives, s -> handler.startMigration(s, MOVE_0));
        Order copyFrom1 = new Order(0, Kind.MOVE_BACKUP, 1, 1, 4);
        assertRefused(ClassicRule.PARALLEL_CAP, receives, s -> handler.startMigration(s, copyFrom1));
        ClassicState both = capped(
                with(master(), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(3, 1, 2, 3)))
                        .but()
                        .inflight(master(MigrationProgress.Stage.COPY, MOVE).inflight())
                        .done(),
                1);
        Order again = new Order(1, Kind.MOVE_BACKUP, 1, 1, 4);
        assertRefused(ClassicRule.PARALLEL_CAP, both, s -> handler.startMigration(s, again));
        assertNull(take(capped(both, 2), s -> handler.startMigration(s, again)).refusal());
    }

    private Migration started(PartitionTable table, Order order) {
        Step<ClassicState> step = take(with(master(), table), s -> handler.startMigration(s, order));
        assertNull(step.refusal());
        return step.state().inflight().get(0).migration();
    }

    private void misfits(PartitionTable table, Order order) {
        assertRefused(ClassicRule.STEP_FITS, with(master(), table), s -> handler.startMigration(s, order));
    }

    private static PartitionTable row(int... replicas) {
        return table(PartitionEntry.of(3, replicas), PartitionEntry.of(3, 2, 3, 1));
    }

    @Test
    void moveChangesTheOwner() {
        misfits(TABLE, new Order(0, Kind.MOVE, 1, 0, 4));
        misfits(TABLE, new Order(0, Kind.MOVE, 0, 1, 4));
        misfits(TABLE, new Order(0, Kind.MOVE, 0, 0, 1));
    }

    @Test
    void moveBackupChangesABackup() {
        assertEquals(
                new Migration(1, 0, 2, 4, 1, 1, 1, NO_SLOT, NO_SLOT, 1, 3, 1, Status.ACTIVE),
                started(TABLE, new Order(0, Kind.MOVE_BACKUP, 1, 1, 4)));
        misfits(TABLE, new Order(0, Kind.MOVE_BACKUP, 0, 0, 4));
        misfits(TABLE, new Order(0, Kind.MOVE_BACKUP, 1, 2, 4));
        misfits(row(1, 0, 3), new Order(0, Kind.MOVE_BACKUP, 1, 1, 4));
        misfits(TABLE, new Order(0, Kind.MOVE_BACKUP, 1, 1, 2));
    }

    @Test
    void copyFillsASlot() {
        assertEquals(
                new Migration(1, 0, 0, 4, 1, 1, NO_SLOT, NO_SLOT, NO_SLOT, 1, 3, 1, Status.ACTIVE),
                started(row(1, 0, 3), new Order(0, Kind.COPY, 1, 1, 4)));
        misfits(TABLE, new Order(0, Kind.COPY, 1, 1, 4));
        misfits(row(1, 0, 3), new Order(0, Kind.COPY, 1, 2, 4));
        misfits(row(1, 0, 3), new Order(0, Kind.COPY, 0, 0, 4));
    }

    @Test
    void shiftUpMovesABackupToAnEmptySlot() {
        assertEquals(
                new Migration(1, 0, 0, 3, 1, 1, NO_SLOT, NO_SLOT, 2, 1, 3, 2, Status.ACTIVE),
                started(row(1, 0, 3), new Order(0, Kind.SHIFT_UP, 1, 2, 3)));
        misfits(TABLE, new Order(0, Kind.SHIFT_UP, 1, 2, 3));
        misfits(row(1, 0, 3), new Order(0, Kind.SHIFT_UP, 1, 2, 4));
        misfits(row(1, 3, 0), new Order(0, Kind.SHIFT_UP, 2, 1, 3));
        misfits(row(1, 0, 3), new Order(0, Kind.SHIFT_UP, 1, 1, 3));
        misfits(TABLE, new Order(0, Kind.SHIFT_UP, 0, 1, 2));
    }

    @Test
    void shiftDownMovesTheSourceToAnEmptySlot() {
        assertEquals(
                new Migration(1, 0, 1, 4, 1, 1, 0, 1, NO_SLOT, 0, 3, 2, Status.ACTIVE),
                started(row(1, 0, 3), new Order(0, Kind.SHIFT_DOWN, 0, 1, 4)));
        misfits(TABLE, new Order(0, Kind.SHIFT_DOWN, 0, 1, 4));
        misfits(row(1, 0, 3), new Order(0, Kind.SHIFT_DOWN, 2, 1, 4));
        misfits(row(1, 0, 3), new Order(0, Kind.SHIFT_DOWN, 0, 0, 4));
        misfits(row(1, 0, 3), new Order(0, Kind.SHIFT_DOWN, 0, 1, 1));
        misfits(row(1, 0, 0), new Order(0, Kind.SHIFT_DOWN, 1, 2, 4));
    }

    @Test
    void shiftUpOverReplacesWhoWasThere() {
        assertEquals(
                new Migration(1, 0, 2, 3, 1, 1, 1, NO_SLOT, 2, 1, 3, 2, Status.ACTIVE),
                started(TABLE, new Order(0, Kind.SHIFT_UP_OVER, 1, 2, 3)));
        misfits(row(1, 0, 3), new Order(0, Kind.SHIFT_UP_OVER, 1, 2, 3));
        misfits(TABLE, new Order(0, Kind.SHIFT_UP_OVER, 1, 2, 4));
        misfits(TABLE, new Order(0, Kind.SHIFT_UP_OVER, 2, 1, 2));
        misfits(TABLE, new Order(0, Kind.SHIFT_UP_OVER, 1, 1, 2));
    }

    @Test
    void shiftUpAndDownMovesBoth() {
        assertEquals(
                new Migration(1, 0, 1, 2, 1, 1, 0, 2, 1, 0, 3, 3, Status.ACTIVE),
                started(row(1, 2, 0), new Order(0, Kind.SHIFT_UP_AND_DOWN, 0, 1, 2, 2)));
        misfits(TABLE, new Order(0, Kind.SHIFT_UP_AND_DOWN, 0, 1, 2, 2));
        misfits(row(1, 2, 0), new Order(0, Kind.SHIFT_UP_AND_DOWN, 0, 1, 0, 2));
        misfits(row(1, 2, 0), new Order(0, Kind.SHIFT_UP_AND_DOWN, 0, 1, 2, 4));
        misfits(row(1, 2, 0), new Order(0, Kind.SHIFT_UP_AND_DOWN, 1, 0, 2, 1));
        misfits(row(1, 0, 2), new Order(0, Kind.SHIFT_UP_AND_DOWN, 1, 2, 1, 2));
        misfits(row(1, 2, 0), new Order(0, Kind.SHIFT_UP_AND_DOWN, 1, 1, 2, 2));
    }

    @Test
    void unguardedDestinationMayBeReplica() {
        ParallelMigration blind =
                classic(without(ClassicRule.DESTINATION_IS_NEW)).migration();
        assertNull(take(master(), s -> blind.startMigration(s, new Order(0, Kind.MOVE, 0, 0, 2)))
                .refusal());
    }
}
