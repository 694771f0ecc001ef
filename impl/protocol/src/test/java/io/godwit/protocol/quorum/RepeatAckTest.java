package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.quorum.ControlFixture.take;
import static io.godwit.protocol.quorum.data.DataFixture.A;
import static io.godwit.protocol.quorum.data.DataFixture.ABC;
import static io.godwit.protocol.quorum.data.DataFixture.B;
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
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatAckTest {
    private final DataState backup = member(B, replica(view(V2, ABC), log(V1, 2)));

    @Test
    void tellsAgainHowFarTheLogGoes() {
        assertAccepts(backup, List.of(new Send(A, new Ack(P, V2, 2))), take(backup, s -> ALL.replication()
                .repeatAck(s, A, P, V2)));
    }

    @Test
    void tellsOnlyThePrimaryOfItsVersion() {
        assertRefuses(QuorumRule.REFUSES_OLDER_EPOCH, backup, take(backup, s -> ALL.replication()
                .repeatAck(s, A, P, V1)));
    }
}
