package io.godwit.protocol.classic.stampcheck;

import static io.godwit.protocol.classic.ClassicScene.MOVE;
import static io.godwit.protocol.classic.ClassicScene.MOVED;
import static io.godwit.protocol.classic.ClassicScene.TABLE;
import static io.godwit.protocol.classic.ClassicScene.assertRefused;
import static io.godwit.protocol.classic.ClassicScene.assertStep;
import static io.godwit.protocol.classic.ClassicScene.master;
import static io.godwit.protocol.classic.ClassicScene.member;
import static io.godwit.protocol.classic.ClassicScene.receivedFrom;
import static io.godwit.protocol.classic.ClassicScene.repaired;
import static io.godwit.protocol.classic.ClassicScene.send;
import static io.godwit.protocol.classic.ClassicScene.stamp;
import static io.godwit.protocol.classic.ClassicScene.without;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheck;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheckReply;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.Migration.Status;
import io.godwit.protocol.classic.table.MigrationSet;
import org.junit.jupiter.api.Test;

class StampCheckTest {
    private static final PartitionStateCheck CHECK =
            new PartitionStateCheck(stamp(TABLE).value());

    @Test
    void theIdleMasterAsks() {
        SendStampCheck handler = new SendStampCheck(repaired());
        assertStep(master(), handler.handle(master(), Act.NOW), send(2, CHECK), send(3, CHECK), send(4, CHECK));
        assertRefused(ClassicGuard.LEADS, member(2), s -> handler.handle(s, Act.NOW));
        ClassicState promoting = master().but().duty(Duty.PROMOTE).done();
        assertRefused(ClassicGuard.READY, promoting, s -> handler.handle(s, Act.NOW));
        ClassicState busy = master(Flight.Stage.COPY, MOVE);
        assertRefused(ClassicGuard.STAMP_CHECKS_WHEN_IDLE, busy, s -> handler.handle(s, Act.NOW));
        assertStep(
                busy,
                new SendStampCheck(without(ClassicGuard.STAMP_CHECKS_WHEN_IDLE)).handle(busy, Act.NOW),
                send(2, CHECK),
                send(3, CHECK),
                send(4, CHECK));
        ClassicState alone = master().but().view(MemberSet.of(1)).done();
        assertRefused(ClassicGuard.NOT_ALONE, alone, s -> handler.handle(s, Act.NOW));
    }

    @Test
    void aMemberCompares() {
        HandlePartitionStateCheck handler = new HandlePartitionStateCheck(repaired());
        assertStep(
                member(3),
                handler.handle(member(3), receivedFrom(1, CHECK)),
                send(1, new PartitionStateCheckReply(true)));
        ClassicState other = member(3).but().stamp(stamp(MOVED)).done();
        assertStep(other, handler.handle(other, receivedFrom(1, CHECK)), send(1, new PartitionStateCheckReply(false)));
    }

    @Test
    void whoDiffersGetsTheTable() {
        HandlePartitionStateCheckReply handler = new HandlePartitionStateCheckReply(repaired());
        MigrationSet done = MigrationSet.of(MOVE.with(Status.SUCCESS));
        ClassicState master = master().but().completed(done).done();
        assertStep(
                master,
                handler.handle(master, receivedFrom(3, new PartitionStateCheckReply(false))),
                send(3, new PartitionState(TABLE, done)));
        assertStep(master, handler.handle(master, receivedFrom(3, new PartitionStateCheckReply(true))));
        assertStep(master, handler.handle(master, receivedFrom(5, new PartitionStateCheckReply(false))));
        assertRefused(
                ClassicGuard.LEADS,
                member(2),
                s -> handler.handle(s, receivedFrom(3, new PartitionStateCheckReply(false))));
    }
}
