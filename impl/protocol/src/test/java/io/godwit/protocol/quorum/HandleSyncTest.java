package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
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
import static io.godwit.protocol.quorum.data.DataFixture.entry;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.receive;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleSyncTest {
    private final Configuration bac = Configuration.settled(B, A, C);

    private static Received<Sync> sync(int from, Replica sent) {
        return new Received<>(from, new Sync(P, sent.view(), sent.log()));
    }

    @Test
    void newcomerTakesEverything() {
        DataState newcomer = member(D, Replica.NONE);
        Replica sent = replica(view(V1, ABC.withMigration(A, D)), log(V1, 3));
        assertAccepts(
                newcomer.with(P, sent),
                List.of(new Send(A, new Ack(P, V1, 3))),
                receive(newcomer, sync(A, sent), ALL.replication()::handleSync));
    }

    @Test
    void writesOfLostReplicaAreGone() {
        DataState backup = member(C, replica(view(V1, ABC), log(V1, 3)));
        Replica sent = replica(view(V2, bac), log(V1, 2));
        assertAccepts(
                backup.with(P, sent),
                List.of(new Send(B, new Ack(P, V2, 2))),
                receive(backup, sync(B, sent), ALL.replication()::handleSync));
    }

    @Test
    void oldPrimaryStepsDown() {
        ForRead read = new ForRead(7, new Get(5), log(V1, 1), MemberSet.of(B));
        Replica old = leading(ABC, log(V1, 2), D);
        DataState primary = member(
                A,
                old.withPrimaryState(
                        old.primaryState().waiting(1, new ForWrite(3)).waiting(2, read)));
        Replica sent = replica(view(V3, bac), log(V1, 1));
        assertAccepts(
                primary.with(P, sent),
                List.of(new Answer(2, 7, new NotHere(B)), new Send(B, new Ack(P, V3, 1))),
                receive(primary, sync(B, sent), ALL.replication()::handleSync));
    }

    @Test
    void equalLogIsNotTransferred() {
        Log mine = log(V1, 2);
        DataState backup = member(C, replica(view(V1, ABC), mine));
        Replica sent = replica(view(V2, bac), log(V1, 2));
        DataState after =
                receive(backup, sync(B, sent), ALL.replication()::handleSync).state();
        assertEquals(backup.with(P, sent), after);
        assertSame(mine, after.replica(P).log());
    }

    @Test
    void logOfTheSameLengthIsNotAlwaysTheSame() {
        DataState backup = member(C, replica(view(V1, ABC), log(V1, 2)));
        Replica sent = replica(view(V3, bac), log(V1, 1).append(entry(V2, 9)));
        assertEquals(
                sent,
                receive(backup, sync(B, sent), ALL.replication()::handleSync)
                        .state()
                        .replica(P));
        assertEquals(
                log(V1, 2),
                receive(
                                backup,
                                sync(B, sent),
                                without(QuorumRule.POSITION_NAMES_EPOCH).replication()::handleSync)
                        .state()
                        .replica(P)
                        .log());
    }

    @Test
    void logOfTheSameLastVersionIsNotAlwaysTheSame() {
        DataState backup = member(C, replica(view(V1, ABC), log(V1, 2)));
        Replica sent = replica(view(V3, bac), log(V1, 3));
        assertEquals(
                sent,
                receive(backup, sync(B, sent), ALL.replication()::handleSync)
                        .state()
                        .replica(P));
    }

    @Test
    void memberThatHasStoppedTakesNothing() {
        DataState stopped = member(C, replica(view(V1, ABC), log(V1, 2))).with(Status.LEFT);
        assertRefuses(
                QuorumRule.MEMBER_UP,
                stopped,
                receive(stopped, sync(B, replica(view(V2, bac), log(V1, 1))), ALL.replication()::handleSync));
    }

    @Test
    void memberDoesNotActivateOlderVersion() {
        DataState backup = member(C, replica(view(V2, bac), log(V1, 2)));
        Received<Sync> late = sync(A, replica(view(V1, ABC), log(V1, 1)));
        assertRefuses(QuorumRule.ACTIVATES_NEWER, backup, receive(backup, late, ALL.replication()::handleSync));
        assertTrue(receive(backup, late, without(QuorumRule.ACTIVATES_NEWER).replication()::handleSync)
                .accepted());
    }

    @Test
    void secondCopyUnderAVersionIsOlderThanTheLog() {
        DataState backup = member(C, replica(view(V2, bac), log(V1, 2)));
        Received<Sync> again = sync(B, replica(view(V2, bac), log(V1, 1)));
        assertRefuses(QuorumRule.KEEPS_NEWER, backup, receive(backup, again, ALL.replication()::handleSync));
        assertTrue(receive(backup, again, without(QuorumRule.KEEPS_NEWER).replication()::handleSync)
                .accepted());
    }

    @Test
    void syncComesFromThePrimaryOfItsVersion() {
        DataState backup = member(C, replica(view(V1, ABC), log(V1, 2)));
        assertRefuses(
                QuorumRule.FROM_PRIMARY,
                backup,
                receive(backup, sync(A, replica(view(V2, bac), log(V1, 1))), ALL.replication()::handleSync));
    }
}
