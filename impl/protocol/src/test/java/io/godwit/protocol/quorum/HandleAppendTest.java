package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.without;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
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
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleAppendTest {
    private final DataState backup = member(B, replica(view(V2, ABC), log(V1, 2)));

    private static Received<Append> append(int from, Version version, int number) {
        return new Received<>(from, new Append(P, version, number, entry(version, number)));
    }

    @Test
    void nextEntryIsTaken() {
        assertAccepts(
                backup.with(P, replica(view(V2, ABC), log(V1, 2).append(entry(V2, 3)))),
                List.of(new Send(A, new Ack(P, V2, 3))),
                receive(backup, append(A, V2, 3), ALL.replication()::handleAppend));
    }

    @Test
    void memberThatHasStoppedTakesNothing() {
        DataState stopped = backup.with(Status.LEFT);
        assertRefuses(
                QuorumRule.MEMBER_UP, stopped, receive(stopped, append(A, V2, 3), ALL.replication()::handleAppend));
    }

    @Test
    void oldPrimaryIsNotHeard() {
        assertRefuses(
                QuorumRule.REFUSES_OLDER_EPOCH,
                backup,
                receive(backup, append(A, V1, 3), ALL.replication()::handleAppend));
        assertTrue(receive(
                        backup,
                        append(A, V1, 3),
                        without(QuorumRule.REFUSES_OLDER_EPOCH).replication()::handleAppend)
                .accepted());
    }

    @Test
    void newPrimaryIsNotHeardBeforeItsCopyIsThere() {
        assertRefuses(
                QuorumRule.REFUSES_NEWER_EPOCH,
                backup,
                receive(backup, append(A, V3, 3), ALL.replication()::handleAppend));
        assertTrue(receive(
                        backup,
                        append(A, V3, 3),
                        without(QuorumRule.REFUSES_NEWER_EPOCH).replication()::handleAppend)
                .accepted());
    }

    @Test
    void memberWithoutAVersionHearsNobody() {
        DataState newcomer = member(B, Replica.NONE);
        assertRefuses(
                QuorumRule.REFUSES_NEWER_EPOCH,
                newcomer,
                receive(newcomer, append(A, V1, 1), ALL.replication()::handleAppend));
    }

    @Test
    void appendComesFromThePrimary() {
        assertRefuses(
                QuorumRule.FROM_PRIMARY, backup, receive(backup, append(C, V2, 3), ALL.replication()::handleAppend));
    }

    @Test
    void primaryDoesNotHearItself() {
        DataState primary = member(A, leading(ABC, log(V1, 2)));
        assertRefuses(
                QuorumRule.OTHER_MEMBER, primary, receive(primary, append(A, V2, 3), ALL.replication()::handleAppend));
    }

    @Test
    void backupTakesNoEntryBeyondGap() {
        assertRefuses(
                QuorumRule.REFUSES_GAP, backup, receive(backup, append(A, V2, 4), ALL.replication()::handleAppend));
        assertEquals(
                3,
                receive(
                                backup,
                                append(A, V2, 4),
                                without(QuorumRule.REFUSES_GAP).replication()::handleAppend)
                        .state()
                        .replica(P)
                        .log()
                        .length());
    }

    @Test
    void messageIsTakenOnce() {
        assertRefuses(
                QuorumRule.REFUSES_DUPLICATE,
                backup,
                receive(backup, append(A, V2, 2), ALL.replication()::handleAppend));
        assertEquals(
                3,
                receive(
                                backup,
                                append(A, V2, 2),
                                without(QuorumRule.REFUSES_DUPLICATE).replication()::handleAppend)
                        .state()
                        .replica(P)
                        .log()
                        .length());
    }
}
