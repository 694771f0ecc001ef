package io.godwit.protocol.classic.shutdown;

import static io.godwit.protocol.classic.ClassicScene.MOVE;
import static io.godwit.protocol.classic.ClassicScene.SETTINGS;
import static io.godwit.protocol.classic.ClassicScene.TABLE;
import static io.godwit.protocol.classic.ClassicScene.assertRefused;
import static io.godwit.protocol.classic.ClassicScene.assertStep;
import static io.godwit.protocol.classic.ClassicScene.master;
import static io.godwit.protocol.classic.ClassicScene.member;
import static io.godwit.protocol.classic.ClassicScene.receivedFrom;
import static io.godwit.protocol.classic.ClassicScene.repaired;
import static io.godwit.protocol.classic.ClassicScene.send;
import static io.godwit.protocol.classic.ClassicScene.table;
import static io.godwit.protocol.classic.ClassicScene.with;
import static io.godwit.protocol.classic.ClassicScene.without;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;
import io.godwit.protocol.classic.ControlMessage.ShutdownResponse;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.Life;
import io.godwit.protocol.classic.table.Entry;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.table.Publication;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShutdownTest {
    private static final MigrationSet DONE = MigrationSet.of(MOVE.with(Status.SUCCESS));

    private static ClassicState leaving(ClassicState state, int... members) {
        return state.but().leaving(MemberSet.of(members)).done();
    }

    @Test
    void whoWantsToLeaveAsksItsMaster() {
        AskToLeave handler = new AskToLeave(repaired());
        assertStep(leaving(member(3), 3), handler.handle(member(3), Act.NOW), send(1, new ShutdownRequest(3)));
        assertStep(leaving(master(), 1, 4), handler.handle(leaving(master(), 4), Act.NOW));
        assertRefused(ClassicGuard.UP, ClassicState.off(3, SETTINGS), s -> handler.handle(s, Act.NOW));
        assertRefused(ClassicGuard.STAYS, leaving(member(3), 3), s -> handler.handle(s, Act.NOW));
        ClassicState alone = master().but().view(MemberSet.of(1)).done();
        assertRefused(ClassicGuard.NOT_ALONE, alone, s -> handler.handle(s, Act.NOW));
    }

    @Test
    void itAsksAgain() {
        RepeatShutdownRequest handler = new RepeatShutdownRequest(repaired());
        ClassicState leaver = leaving(member(3), 3);
        assertStep(leaver, handler.handle(leaver, Act.NOW), send(1, new ShutdownRequest(3)));
        assertRefused(ClassicGuard.LEAVER_REPEATS, leaver, s -> new RepeatShutdownRequest(
                        without(ClassicGuard.LEAVER_REPEATS))
                .handle(s, Act.NOW));
        assertRefused(ClassicGuard.LEAVES, leaving(member(3), 4), s -> handler.handle(s, Act.NOW));
        assertRefused(ClassicGuard.HAS_MASTER, leaving(master(), 1), s -> handler.handle(s, Act.NOW));
    }

    @Test
    void theMasterNotesIt() {
        HandleShutdownRequest handler = new HandleShutdownRequest(repaired());
        assertStep(leaving(master(), 3), handler.handle(master(), receivedFrom(3, new ShutdownRequest(3))));
        assertRefused(ClassicGuard.LEADS, member(2), s -> handler.handle(s, receivedFrom(3, new ShutdownRequest(3))));
    }

    @Test
    void theLeaversSlotsMove() {
        DrainMove handler = new DrainMove(repaired());
        ClassicState state = leaving(master(), 1);
        assertStep(
                leaving(master(Flight.Stage.COPY, MOVE), 1),
                handler.handle(state, new DrainMove.Order(0, 0, 4)),
                send(1, new MigrationRequest(MOVE, MigrationSet.EMPTY, TABLE)));
        Migration backup = new Migration(1, 1, 1, 4, 2, 1, 2, -1, -1, 2, 3, 1, Status.ACTIVE);
        assertStep(
                leaving(master(Flight.Stage.COPY, backup), 1),
                handler.handle(state, new DrainMove.Order(1, 2, 4)),
                send(2, new MigrationRequest(backup, MigrationSet.EMPTY, TABLE)));
        assertRefused(ClassicGuard.LEAVERS_SLOT, state, s -> handler.handle(s, new DrainMove.Order(0, 1, 4)));
        assertRefused(ClassicGuard.DESTINATION_IS_NEW, state, s -> handler.handle(s, new DrainMove.Order(0, 0, 2)));
    }

    private static final PartitionTable WITHOUT_3 = table(Entry.of(4, 1, 2, 4), Entry.of(4, 2, 4, 1));

    @Test
    void whoIsNamedNowhereIsReleased() {
        Release handler = new Release(repaired());
        ClassicState empty = leaving(with(master(), WITHOUT_3), 3);
        assertStep(empty, handler.handle(empty, 3), send(3, new ShutdownResponse(3)));
        assertRefused(ClassicGuard.LEADS, leaving(member(2), 3), s -> handler.handle(s, 3));
        ClassicState promoting = empty.but().duty(Duty.PROMOTE).done();
        assertRefused(ClassicGuard.READY, promoting, s -> handler.handle(s, 3));
        assertRefused(ClassicGuard.LEAVES, empty, s -> handler.handle(s, 4));
        ClassicState gone = empty.but().view(MemberSet.of(1, 2, 4)).done();
        assertRefused(ClassicGuard.IS_MEMBER, gone, s -> handler.handle(s, 3));
        assertRefused(ClassicGuard.RELEASE_WHEN_EMPTY, leaving(master(), 3), s -> handler.handle(s, 3));
        ClassicState busy =
                empty.but().inflight(master(Flight.Stage.COPY, MOVE).inflight()).done();
        assertRefused(ClassicGuard.RELEASE_WHEN_EMPTY, busy, s -> handler.handle(s, 3));
        assertStep(
                leaving(master(), 3),
                new Release(without(ClassicGuard.RELEASE_WHEN_EMPTY)).handle(leaving(master(), 3), 3),
                send(3, new ShutdownResponse(3)));
    }

    @Test
    void butOnlyWhenEverybodyHasHeardOfIt() {
        Release handler = new Release(repaired());
        ClassicState empty = leaving(with(master(), WITHOUT_3), 3);
        ClassicState untold = empty.but().completed(DONE).done();
        assertRefused(ClassicGuard.RELEASE_AFTER_PUBLISH, untold, s -> handler.handle(s, 3));
        ClassicState telling = empty.but()
                .publication(Optional.of(new Publication(DONE, MemberSet.of(2), true)))
                .done();
        assertRefused(ClassicGuard.RELEASE_AFTER_PUBLISH, telling, s -> handler.handle(s, 3));
        assertStep(
                untold,
                new Release(without(ClassicGuard.RELEASE_AFTER_PUBLISH)).handle(untold, 3),
                send(3, new ShutdownResponse(3)));
    }

    private static ClassicState gone(int member) {
        return ClassicState.off(member, SETTINGS).but().life(Life.LEFT).done();
    }

    @Test
    void theMasterReleasesItself() {
        PartitionTable without1 = table(Entry.of(4, 3, 2, 4), Entry.of(4, 2, 3, 4));
        ClassicState empty = leaving(with(master(), without1), 1, 3);
        assertStep(gone(1), new Release(repaired()).handle(empty, 1), new Command.Stop());
        assertEquals(Life.LEFT, gone(1).life());
    }

    @Test
    void whoIsReleasedStops() {
        HandleShutdownResponse handler = new HandleShutdownResponse(repaired());
        ClassicState leaver = leaving(member(3), 3);
        assertStep(gone(3), handler.handle(leaver, receivedFrom(1, new ShutdownResponse(3))), new Command.Stop());
        assertRefused(ClassicGuard.LEAVES, member(3), s -> handler.handle(s, receivedFrom(1, new ShutdownResponse(3))));
        assertRefused(
                ClassicGuard.LEAVER_CHECKS_INCARNATION,
                leaver,
                s -> handler.handle(s, receivedFrom(1, new ShutdownResponse(2))));
        assertStep(
                gone(3),
                new HandleShutdownResponse(without(ClassicGuard.LEAVER_CHECKS_INCARNATION))
                        .handle(leaver, receivedFrom(1, new ShutdownResponse(2))),
                new Command.Stop());
    }
}
