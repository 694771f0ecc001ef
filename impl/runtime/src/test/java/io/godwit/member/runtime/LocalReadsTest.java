package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

class LocalReadsTest {
    private static final Bytes MAP = Bytes.owning(new byte[] {1});

    private final QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1, 2, 3), 7, 2, 10));
    private final LocalReads reads = new LocalReads(Maps.all(1));

    private static Call call(Verb verb, int partition, boolean relaxed) {
        return new Call(9, 1, partition, new OnMap(verb, MAP, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY), relaxed);
    }

    @Test
    void primaryAndBackupAnswer() {
        // The founders hold the partitions in turn: member 1 is primary of 0 and backup of 2.
        assertEquals(new Done(List.of(0L)), reads.read(state, call(Verb.SIZE, 0, true)));
        assertEquals(new Done(List.of(0L)), reads.read(state, call(Verb.SIZE, 2, true)));
    }

    @Test
    void memberWithoutCopyNamesPrimary() {
        assertEquals(new NotHere(2), reads.read(state, call(Verb.SIZE, 1, true)));
    }

    @Test
    void localReadsAreRelaxedOnes() {
        assertTrue(LocalReads.isRelaxedRead(call(Verb.GET, 0, true)));
        assertFalse(LocalReads.isRelaxedRead(call(Verb.GET, 0, false)));
        assertFalse(LocalReads.isRelaxedRead(call(Verb.PUT, 0, true)));
    }

    @Test
    void keyDeterminesPartition() {
        assertEquals(Maps.all(1).partition(MAP, Bytes.EMPTY, 7), reads.partition(state, call(Verb.GET, 0, true)));
        assertEquals(5, reads.partition(state, call(Verb.CLEAR, 5, false)));
    }
}
