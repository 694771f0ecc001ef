package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.PartitionSet;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalReadsTest {
    private static final Bytes MAP = Bytes.owning(new byte[] {1});

    private final QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1, 2, 3), 7, 2, 10));
    private final LocalReads reads = new LocalReads(Maps.all(1));

    private static Call call(Verb verb, Bytes key, boolean relaxed) {
        return new Call(9, 1, 0, new OnMap(verb, MAP, key, Bytes.EMPTY, Bytes.EMPTY), relaxed);
    }

    private static Call get(int partition) {
        Bytes key = IntStream.range(0, 1_000)
                .mapToObj(Bytes::ofNumber)
                .filter(it -> Maps.all(1).partition(MAP, it, 7) == partition)
                .findFirst()
                .orElseThrow();
        return call(Verb.GET, key, true);
    }

    @Test
    void primaryAndBackupAnswer() {
        // The founders hold the partitions in turn: member 1 is primary of 0 and backup of 2.
        assertEquals(new Found(List.of()), reads.read(state, get(0)));
        assertEquals(new Found(List.of()), reads.read(state, get(2)));
    }

    @Test
    void memberWithoutCopyNamesPrimary() {
        assertEquals(new NotHere(2), reads.read(state, get(1)));
    }

    @Test
    void localReadsAreRelaxedOnes() {
        assertTrue(LocalReads.isRelaxedRead(call(Verb.GET, Bytes.EMPTY, true)));
        assertFalse(LocalReads.isRelaxedRead(call(Verb.GET, Bytes.EMPTY, false)));
        assertFalse(LocalReads.isRelaxedRead(call(Verb.PUT, Bytes.EMPTY, true)));
    }

    @Test
    void keyDeterminesPartition() {
        assertEquals(
                Maps.all(1).partition(MAP, Bytes.EMPTY, 7), reads.partition(state, call(Verb.GET, Bytes.EMPTY, true)));
    }

    /** The first range has partitions 0 to 6, the map with no backups is in that of 7 to 13. */
    @Test
    void partitionsOfACallAreThoseOfItsMap() {
        LocalReads ranged = new LocalReads(Maps.of(1, Map.of("a", 0)));
        Bytes other = Bytes.of("a".getBytes(StandardCharsets.UTF_8));
        assertEquals(-1, ranged.otherPartition(state, size(MAP, PartitionSet.range(0, 7))));
        assertEquals(7, ranged.otherPartition(state, size(MAP, PartitionSet.range(5, 9))));
        assertEquals(5, ranged.otherPartition(state, size(other, PartitionSet.range(5, 9))));
        assertEquals(-1, ranged.otherPartition(state, size(other, PartitionSet.range(7, 14))));
    }

    private static PartitionsCall size(Bytes map, PartitionSet partitions) {
        return new PartitionsCall(9, 1, Verb.SIZE, map, partitions, false);
    }
}
