package io.godwit.protocol.quorum.data;

import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.D;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.moving;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PendingCall.ForWrite;
import io.godwit.protocol.quorum.data.log.Log;
import org.junit.jupiter.api.Test;

class DataStateTest {
    @Test
    void foundingPrimaryKnowsThatItsBackupsAreInLine() {
        Replica primary = Replica.founding(A, view(V1, ABC));
        assertEquals(
                replica(view(V1, ABC), Log.EMPTY)
                        .withPrimaryState(PrimaryState.NONE.acknowledged(B, 0).acknowledged(C, 0)),
                primary);
        assertEquals(replica(view(V1, ABC), Log.EMPTY), Replica.founding(B, view(V1, ABC)));
        assertSame(Replica.NONE, Replica.founding(D, view(V1, ABC)));
        assertEquals(replica(view(V1, moving()), Log.EMPTY), Replica.founding(D, view(V1, moving())));
    }

    @Test
    void tellsWhoIsPrimary() {
        assertTrue(member(A, leading(ABC, log(V1, 1))).isPrimary(P));
        assertFalse(member(B, leading(ABC, log(V1, 1))).isPrimary(P));
        assertFalse(member(A, leading(ABC, log(V1, 1))).isPrimary(P + 1));
    }

    @Test
    void memberIsUpOnceItHasStarted() {
        assertTrue(member(A, Replica.NONE).isUp());
        assertFalse(DataState.unborn(A, 3, Copies.all(2)).isUp());
        assertEquals(Replica.NONE, DataState.unborn(A, 3, Copies.all(2)).replica(2));
        assertThrows(IndexOutOfBoundsException.class, () -> DataState.unborn(A, 3, Copies.all(2))
                .replica(3));
    }

    @Test
    void acknowledgementsOnlyGrow() {
        Acks acks = Acks.NONE.with(B, 0);
        assertEquals(0, acks.of(B));
        assertEquals(-1, acks.of(C));
        assertEquals(5, acks.with(B, 5).of(B));
        assertSame(acks, acks.with(B, 0));
        assertEquals(5, acks.with(B, 5).with(B, 4).of(B));
    }

    @Test
    void clientHasOneCallAtATime() {
        ForRead read = new ForRead(2, new Get(1), Log.EMPTY, MemberSet.of());
        PrimaryState primaryState =
                PrimaryState.NONE.waiting(1, new ForWrite(1)).waiting(1, read).waiting(2, new ForWrite(9));
        assertEquals(LongMap.<PendingCall>empty().with(1, read).with(2, new ForWrite(9)), primaryState.calls());
        assertEquals(
                LongMap.<PendingCall>empty().with(2, new ForWrite(9)),
                primaryState.answered(1).calls());
        assertEquals(MemberSet.of(B), read.confirmedBy(B).confirmed());
        assertEquals(
                new PrimaryState(log(V1, 1), Acks.NONE, primaryState.answered(1).calls()),
                primaryState.acknowledged(B, 1).renewed(log(V1, 1)));
    }
}
