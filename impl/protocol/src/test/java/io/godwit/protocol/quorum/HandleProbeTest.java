package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
import static io.godwit.protocol.quorum.data.DataFixture.CALL;
import static io.godwit.protocol.quorum.data.DataFixture.CLIENT;
import static io.godwit.protocol.quorum.data.DataFixture.P;
import static io.godwit.protocol.quorum.data.DataFixture.V1;
import static io.godwit.protocol.quorum.data.DataFixture.V2;
import static io.godwit.protocol.quorum.data.DataFixture.assertAccepts;
import static io.godwit.protocol.quorum.data.DataFixture.assertRefuses;
import static io.godwit.protocol.quorum.data.DataFixture.log;
import static io.godwit.protocol.quorum.data.DataFixture.member;
import static io.godwit.protocol.quorum.data.DataFixture.replica;
import static io.godwit.protocol.quorum.data.DataFixture.view;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandleProbeTest {
    private final DataState backup = member(B, replica(view(V2, ABC), log(V1, 2)));

    @Test
    void replicaUnderSameVersionConfirms() {
        assertAccepts(
                backup, List.of(new Send(A, new Confirm(P, V2, CLIENT, CALL))), take(backup, s -> ALL.replication()
                        .handleProbe(s, A, new Probe(P, V2, CLIENT, CALL))));
    }

    @Test
    void replicaUnderNewerVersionDoesNotConfirm() {
        assertRefuses(QuorumRule.REFUSES_OLDER_EPOCH, backup, take(backup, s -> ALL.replication()
                .handleProbe(s, A, new Probe(P, V1, CLIENT, CALL))));
    }
}
