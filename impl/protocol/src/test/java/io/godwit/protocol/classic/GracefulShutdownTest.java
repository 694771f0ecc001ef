package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.SETTINGS;
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
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;
import io.godwit.protocol.classic.ControlMessage.ShutdownResponse;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Publication;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GracefulShutdownTest {
    private static final MigrationSet DONE = MigrationSet.of(MOVE.with(Status.SUCCESS));

    private static ClassicState leaving(ClassicState state, int... members) {
        return state.but().leaving(MemberSet.of(members)).done();
    }

    @Test
    void leaverAsksItsMaster() {
        GracefulShutdown handler = classic(repaired()).shutdown();
        assertStep(leaving(member(3), 3), take(member(3), s -> handler.askToLeave(s)), send(1, new ShutdownRequest(3)));
        assertStep(leaving(master(), 1, 4), take(leaving(master(), 4), s -> handler.askToLeave(s)));
        assertRefused(ClassicRule.UP, ClassicState.off(3, SETTINGS), s -> handler.askToLeave(s));
        assertRefused(ClassicRule.STAYS, leaving(member(3), 3), s -> handler.askToLeave(s));
        ClassicState alone = master().but().view(MemberSet.of(1)).done();
        assertRefused(ClassicRule.NOT_ALONE, alone, s -> handler.askToLeave(s));
    }

    @Test
    void itAsksAgain() {
        GracefulShutdown handler = classic(repaired()).shutdown();
        ClassicState leaver = leaving(member(3), 3);
        assertStep(leaver, take(leaver, s -> handler.repeatShutdownRequest(s)), send(1, new ShutdownRequest(3)));
        assertRefused(ClassicRule.LEAVES, leaving(member(3), 4), s -> handler.repeatShutdownRequest(s));
        assertRefused(ClassicRule.HAS_MASTER, leaving(master(), 1), s -> handler.repeatShutdownRequest(s));
    }

    @Test
    void masterNotesIt() {
        GracefulShutdown handler = classic(repaired()).shutdown();
        assertStep(
                leaving(master(), 3), take(master(), s -> handler.handleShutdownRequest(s, 3, new ShutdownRequest(3))));
        assertRefused(ClassicRule.LEADS, member(2), s -> handler.handleShutdownRequest(s, 3, new ShutdownRequest(3)));
    }

    @Test
    void leaversSlotsMove() {
        GracefulShutdown handler = classic(repaired()).shutdown();
        ClassicState state = leaving(master(), 1);
        assertStep(
                leaving(master(MigrationProgress.Stage.COPY, MOVE), 1),
                take(state, s -> handler.drainMove(s, 0, 0, 4)),
                send(1, new MigrationRequest(MOVE, MigrationSet.EMPTY)));
        Migration backup = new Migration(1, 1, 1, 4, 2, 1, 2, -1, -1, 2, 3, 1, Status.ACTIVE);
        assertStep(
                leaving(master(MigrationProgress.Stage.COPY, backup), 1),
                take(state, s -> handler.drainMove(s, 1, 2, 4)),
                send(2, new MigrationRequest(backup, MigrationSet.EMPTY)));
        assertRefused(ClassicRule.LEAVERS_SLOT, state, s -> handler.drainMove(s, 0, 1, 4));
        assertRefused(ClassicRule.DESTINATION_IS_NEW, state, s -> handler.drainMove(s, 0, 0, 2));
    }

    private static final PartitionTable WITHOUT_3 = table(PartitionEntry.of(4, 1, 2, 4), PartitionEntry.of(4, 2, 4, 1));

    @Test
    void leaverNamedNowhereIsReleased() {
        GracefulShutdown handler = classic(repaired()).shutdown();
        ClassicState empty = leaving(with(master(), WITHOUT_3), 3);
        assertStep(empty, take(empty, s -> handler.release(s, 3)), send(3, new ShutdownResponse(3)));
        assertRefused(ClassicRule.LEADS, leaving(member(2), 3), s -> handler.release(s, 3));
        ClassicState promoting = empty.but().duty(MasterPhase.PROMOTE).done();
        assertRefused(ClassicRule.READY, promoting, s -> handler.release(s, 3));
        assertRefused(ClassicRule.LEAVES, empty, s -> handler.release(s, 4));
        ClassicState gone = empty.but().view(MemberSet.of(1, 2, 4)).done();
        assertRefused(ClassicRule.IS_MEMBER, gone, s -> handler.release(s, 3));
        assertRefused(ClassicRule.RELEASE_WHEN_EMPTY, leaving(master(), 3), s -> handler.release(s, 3));
        ClassicState busy = empty.but()
                .inflight(master(MigrationProgress.Stage.COPY, MOVE).inflight())
                .done();
        assertRefused(ClassicRule.RELEASE_WHEN_EMPTY, busy, s -> handler.release(s, 3));
        assertStep(
                leaving(master(), 3),
                take(leaving(master(), 3), s -> classic(without(ClassicRule.RELEASE_WHEN_EMPTY))
                        .shutdown()
                        .release(s, 3)),
                send(3, new ShutdownResponse(3)));
    }

    @Test
    void butOnlyWhenEverybodyHasHeardOfIt() {
        GracefulShutdown handler = classic(repaired()).shutdown();
        ClassicState empty = leaving(with(master(), WITHOUT_3), 3);
        ClassicState untold = empty.but().completed(DONE).done();
        assertRefused(ClassicRule.RELEASE_AFTER_PUBLISH, untold, s -> handler.release(s, 3));
        ClassicState telling = empty.but()
                .publication(Optional.of(new Publication(DONE, MemberSet.of(2), true)))
                .done();
        assertRefused(ClassicRule.RELEASE_AFTER_PUBLISH, telling, s -> handler.release(s, 3));
        assertStep(
                untold,
                take(untold, s -> classic(without(ClassicRule.RELEASE_AFTER_PUBLISH))
                        .shutdown()
                        .release(s, 3)),
                send(3, new ShutdownResponse(3)));
    }

    private static ClassicState gone(int member) {
        return ClassicState.off(member, SETTINGS).but().life(ProcessStatus.LEFT).done();
    }

    @Test
    void masterReleasesItself() {
        PartitionTable without1 = table(PartitionEntry.of(4, 3, 2, 4), PartitionEntry.of(4, 2, 3, 4));
        ClassicState empty = leaving(with(master(), without1), 1, 3);
        assertStep(gone(1), take(empty, s -> classic(repaired()).shutdown().release(s, 1)), new Command.Stop());
        assertEquals(ProcessStatus.LEFT, gone(1).life());
    }

    @Test
    void releasedMemberStops() {
        GracefulShutdown handler = classic(repaired()).shutdown();
        ClassicState leaver = leaving(member(3), 3);
        assertStep(
                gone(3),
                take(leaver, s -> handler.handleShutdownResponse(s, 1, new ShutdownResponse(3))),
                new Command.Stop());
        assertRefused(
                ClassicRule.LEAVES, member(3), s -> handler.handleShutdownResponse(s, 1, new ShutdownResponse(3)));
        assertRefused(
                ClassicRule.LEAVER_CHECKS_INCARNATION,
                leaver,
                s -> handler.handleShutdownResponse(s, 1, new ShutdownResponse(2)));
        assertStep(
                gone(3),
                take(leaver, s -> classic(without(ClassicRule.LEAVER_CHECKS_INCARNATION))
                        .shutdown()
                        .handleShutdownResponse(s, 1, new ShutdownResponse(2))),
                new Command.Stop());
    }
}
