package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.assertRefused;
import static io.godwit.protocol.classic.ClassicFixture.assertStep;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.master;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.send;
import static io.godwit.protocol.classic.ClassicFixture.stamp;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static io.godwit.protocol.classic.ClassicFixture.without;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheck;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheckReply;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import org.junit.jupiter.api.Test;

class StampCheckTest {
    private static final PartitionStateCheck CHECK =
            new PartitionStateCheck(stamp(TABLE).value());

    @Test
    void idleMasterAsks() {
        StampCheck handler = classic(repaired()).stampCheck();
        assertStep(
                master(),
                take(master(), s -> handler.sendStampCheck(s)),
                send(2, CHECK),
                send(3, CHECK),
                send(4, CHECK));
        assertRefused(ClassicRule.LEADS, member(2), s -> handler.sendStampCheck(s));
        ClassicState promoting = master().but().duty(MasterPhase.PROMOTE).done();
        assertRefused(ClassicRule.READY, promoting, s -> handler.sendStampCheck(s));
        ClassicState busy = master(MigrationProgress.Stage.COPY, MOVE);
        assertRefused(ClassicRule.STAMP_CHECKS_WHEN_IDLE, busy, s -> handler.sendStampCheck(s));
        assertStep(
                busy,
                take(busy, s -> classic(without(ClassicRule.STAMP_CHECKS_WHEN_IDLE))
                        .stampCheck()
                        .sendStampCheck(s)),
                send(2, CHECK),
                send(3, CHECK),
                send(4, CHECK));
        ClassicState alone = master().but().view(MemberSet.of(1)).done();
        assertRefused(ClassicRule.NOT_ALONE, alone, s -> handler.sendStampCheck(s));
    }

    @Test
    void memberCompares() {
        StampCheck handler = classic(repaired()).stampCheck();
        assertStep(
                member(3),
                take(member(3), s -> handler.handlePartitionStateCheck(s, 1, CHECK)),
                send(1, new PartitionStateCheckReply(true)));
        ClassicState other = member(3).but().stamp(stamp(MOVED)).done();
        assertStep(
                other,
                take(other, s -> handler.handlePartitionStateCheck(s, 1, CHECK)),
                send(1, new PartitionStateCheckReply(false)));
    }

    @Test
    void memberThatDiffersGetsTheTable() {
        StampCheck handler = classic(repaired()).stampCheck();
        MigrationSet done = MigrationSet.of(MOVE.with(Status.SUCCESS));
        ClassicState master = master().but().completed(done).done();
        assertStep(
                master,
                take(master, s -> handler.handlePartitionStateCheckReply(s, 3, new PartitionStateCheckReply(false))),
                send(3, new PartitionState(TABLE, done)));
        assertStep(
                master,
                take(master, s -> handler.handlePartitionStateCheckReply(s, 3, new PartitionStateCheckReply(true))));
        assertStep(
                master,
                take(master, s -> handler.handlePartitionStateCheckReply(s, 5, new PartitionStateCheckReply(false))));
        assertRefused(
                ClassicRule.LEADS,
                member(2),
                s -> handler.handlePartitionStateCheckReply(s, 3, new PartitionStateCheckReply(false)));
    }
}
