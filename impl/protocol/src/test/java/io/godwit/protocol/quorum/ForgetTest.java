package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.C;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.leading;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.primaryState;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForgetTest {

    private Replica after(DataState state, int keep) {
        Step<DataState> step = take(state, s -> ALL.dataPlane().forget(s, new Event.Forget(P, keep)));
        assertTrue(step.accepted());
        assertEquals(List.of(), step.commands());
        return step.state().replica(P);
    }

    @Test
    void backupForgetsAllButWhatIsWanted() {
        Log log = log(V1, 9);
        Log shorter = after(member(B, replica(view(V2, ABC), log)), 2).log();
        assertEquals(8, shorter.firstKept());
        assertEquals(log, shorter);
    }

    @Test
    void primaryKeepsWhatABackupHasNotAcknowledged() {
        assertEquals(2, after(member(A, leading(ABC, log(V1, 9))), 1).log().firstKept());
        Replica further = leading(ABC, log(V1, 9));
        further = further.withPrimaryState(further.primaryState().acknowledged(C, 7));
        assertEquals(3, after(member(A, further), 1).log().firstKept());
        further = further.withPrimaryState(further.primaryState().acknowledged(B, 9));
        assertEquals(8, after(member(A, further), 1).log().firstKept());
        assertEquals(6, after(member(A, further), 4).log().firstKept());
    }

    @Test
    void lonePrimaryKeepsWhatIsWanted() {
        Replica alone =
                replica(view(V2, Configuration.settled(A)), log(V1, 9)).withPrimaryState(primaryState(log(V1, 9)));
        assertEquals(9, after(member(A, alone), 1).log().firstKept());
    }

    @Test
    void primaryForgetsNothingBeforeAllAreInLine() {
        Replica leading = replica(view(V2, ABC), log(V1, 9))
                .withPrimaryState(primaryState(log(V1, 9)).acknowledged(B, 9));
        DataState state = member(A, leading);
        assertRefuses(QuorumRule.HELD, state, take(state, s -> ALL.dataPlane().forget(s, new Event.Forget(P, 1))));
    }

    @Test
    void stoppedMemberForgetsNothing() {
        DataState state = member(B, replica(view(V2, ABC), log(V1, 9))).with(Status.LEFT);
        assertRefuses(
                QuorumRule.MEMBER_UP, state, take(state, s -> ALL.dataPlane().forget(s, new Event.Forget(P, 1))));
    }
}
