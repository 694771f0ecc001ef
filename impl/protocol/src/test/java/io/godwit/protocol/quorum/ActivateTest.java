package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.V3;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.primaryState;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActivateTest {
    private final Log log = log(V1, 2);

    @Test
    void promotedBackupBringsEverybodyNamedInLine() {
        DataState backup = member(B, replica(view(V1, ABC), log));
        Configuration next = Configuration.settled(B, C).withMigration(0, D);
        Sync sync = new Sync(P, view(V2, next), log);
        assertAccepts(
                backup.with(P, replica(view(V2, next), log).withPrimaryState(primaryState(log))),
                List.of(new Send(C, sync), new Send(D, sync)),
                take(backup, s -> ALL.replication().activate(s, P, view(V2, next))));
    }

    @Test
    void oldPrimaryKeepsItsWritesAndGivesUpItsReads() {
        ForRead read = new ForRead(7, new Get(5), log, MemberSet.of(B));
        Replica old = leading(ABC, log, D);
        DataState primary = member(
                A,
                old.withPrimaryState(
                        old.primaryState().waiting(1, new ForWrite(3)).waiting(2, read)));
        Configuration next = ABC.withoutInSync(C);
        Sync sync = new Sync(P, view(V3, next), log);
        assertAccepts(
                primary.with(
                        P,
                        replica(view(V3, next), log)
                                .withPrimaryState(primaryState(log).waiting(1, new ForWrite(3)))),
                List.of(new Answer(2, 7, new NotHere(A)), new Send(B, sync), new Send(C, sync)),
                take(primary, s -> ALL.replication().activate(s, P, view(V3, next))));
    }

    @Test
    void sourceThatIsNotNeededDropsItsCopy() {
        DataState source = member(A, replica(view(V1, ABC), log));
        Configuration without = Configuration.settled(B, C);
        assertAccepts(
                source.with(P, replica(view(V3, without), Log.EMPTY)), List.of(), take(source, s -> ALL.replication()
                        .activate(s, P, view(V3, without))));
    }

    @Test
    void memberKeepsCopyWhileTooFewAreInSync() {
        ForRead read = new ForRead(7, new Get(5), log, MemberSet.of(B));
        Replica old = leading(ABC, log, D);
        DataState source = member(
                A,
                old.withPrimaryState(
                        old.primaryState().waiting(1, new ForWrite(3)).waiting(2, read)));
        Configuration without = Configuration.settled(B, C).withoutInSync(C);
        assertAccepts(
                source.with(P, replica(view(V3, without), log)),
                List.of(new Answer(2, 7, new NotHere(B))),
                take(source, s -> ALL.replication().activate(s, P, view(V3, without))));
        assertTrue(take(source, s -> without(QuorumRule.DROPS_WHEN_COMPLETE)
                        .replication()
                        .activate(s, P, view(V3, without)))
                .state()
                .replica(P)
                .log()
                .isEmpty());
    }

    @Test
    void memberDropsIncompleteLogLater() {
        DataState source = member(A, replica(view(V1, Configuration.settled(B, C)), log));
        Configuration without = Configuration.settled(C, B);
        assertAccepts(
                source.with(P, replica(view(V3, without), Log.EMPTY)), List.of(), take(source, s -> ALL.replication()
                        .activate(s, P, view(V3, without))));
    }

    @Test
    void memberThatHasStoppedActivatesNothing() {
        DataState stopped = member(A, replica(view(V1, ABC), log)).with(Status.LEFT);
        assertRefuses(QuorumRule.MEMBER_UP, stopped, take(stopped, s -> ALL.replication()
                .activate(s, P, view(V2, ABC))));
    }

    @Test
    void versionIsActivatedOnce() {
        DataState primary = member(A, replica(view(V2, ABC), log));
        assertRefuses(QuorumRule.OTHER_VERSION, primary, take(primary, s -> ALL.replication()
                .activate(s, P, view(V2, ABC))));
    }

    @Test
    void memberDoesNotActivateOlderVersion() {
        DataState primary = member(A, replica(view(V2, ABC), log));
        assertRefuses(QuorumRule.ACTIVATES_NEWER, primary, take(primary, s -> ALL.replication()
                .activate(s, P, view(V1, ABC))));
        assertTrue(take(
                        primary,
                        s -> without(QuorumRule.ACTIVATES_NEWER).replication().activate(s, P, view(V1, ABC)))
                .accepted());
    }

    @Test
    void backupWaitsForThePrimarysCopy() {
        DataState backup = member(B, replica(view(V1, ABC), log));
        assertRefuses(QuorumRule.CONCERNS_MEMBER, backup, take(backup, s -> ALL.replication()
                .activate(s, P, view(V2, ABC.withoutInSync(C)))));
    }

    @Test
    void learnerWaitsForThePrimarysCopy() {
        DataState learner = member(D, replica(view(V1, ABC), log));
        assertRefuses(QuorumRule.CONCERNS_MEMBER, learner, take(learner, s -> ALL.replication()
                .activate(s, P, view(V2, ABC.withMigration(A, D)))));
    }

    @Test
    void strangerHearsNothing() {
        DataState stranger = member(D, replica(view(V1, ABC), Log.EMPTY));
        assertRefuses(QuorumRule.CONCERNS_MEMBER, stranger, take(stranger, s -> ALL.replication()
                .activate(s, P, view(V2, ABC))));
    }

    @Test
    void emptyReplicaIsRetiredToo() {
        DataState source = member(A, replica(view(V1, ABC), Log.EMPTY));
        Configuration without = Configuration.settled(B, C);
        assertAccepts(
                source.with(P, replica(view(V3, without), Log.EMPTY)), List.of(), take(source, s -> ALL.replication()
                        .activate(s, P, view(V3, without))));
    }
}
