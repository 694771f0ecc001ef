package io.godwit.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Maps;
import java.util.List;
import org.junit.jupiter.api.Test;

class GlanceTest {
    private static final Bytes MAP = Bytes.owning(new byte[] {1});

    private final QuorumState state =
            new QuorumProtocol(Guards.ALL).found(1, new Setup(MemberSet.of(1, 2, 3), 7, 2, 10));
    private final Glance glance = new Glance(Maps.all(1), () -> state);

    private static Call call(Verb verb, int partition, boolean relaxed) {
        return new Call(9, 1, partition, new OnMap(verb, MAP, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY), relaxed);
    }

    @Test
    void readsWhatPrimariesAndBackupsHave() {
        // The founders hold the partitions in turn: member 1 is primary of 0 and backup of 2.
        assertEquals(new Done(List.of(0L)), glance.read(call(Verb.SIZE, 0, true)));
        assertEquals(new Done(List.of(0L)), glance.read(call(Verb.SIZE, 2, true)));
    }

    @Test
    void saysWhoHasWhatIsNotHere() {
        assertEquals(new NotHere(2), glance.read(call(Verb.SIZE, 1, true)));
    }

    @Test
    void isEnoughForRelaxedReadsAlone() {
        assertTrue(Glance.isEnough(call(Verb.GET, 0, true)));
        assertFalse(Glance.isEnough(call(Verb.GET, 0, false)));
        assertFalse(Glance.isEnough(call(Verb.PUT, 0, true)));
    }

    @Test
    void keysSayWhichPartition() {
        assertEquals(Maps.all(1).partition(MAP, Bytes.EMPTY, 7), glance.partition(call(Verb.GET, 0, true)));
        assertEquals(5, glance.partition(call(Verb.CLEAR, 5, false)));
    }
}
