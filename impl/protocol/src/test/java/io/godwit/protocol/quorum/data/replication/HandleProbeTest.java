package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.Scene.ALL;
import static io.godwit.protocol.quorum.Scene.take;
import static io.godwit.protocol.quorum.data.Fixture.A;
import static io.godwit.protocol.quorum.data.Fixture.ABC;
import static io.godwit.protocol.quorum.data.Fixture.B;
import static io.godwit.protocol.quorum.data.Fixture.CALL;
import static io.godwit.protocol.quorum.data.Fixture.CLIENT;
import static io.godwit.protocol.quorum.data.Fixture.P;
import static io.godwit.protocol.quorum.data.Fixture.V1;
import static io.godwit.protocol.quorum.data.Fixture.V2;
import static io.godwit.protocol.quorum.data.Fixture.assertAccepts;
import static io.godwit.protocol.quorum.data.Fixture.assertRefuses;
import static io.godwit.protocol.quorum.data.Fixture.log;
import static io.godwit.protocol.quorum.data.Fixture.member;
import static io.godwit.protocol.quorum.data.Fixture.replica;
import static io.godwit.protocol.quorum.data.Fixture.view;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.quorum.QuorumRule;
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
