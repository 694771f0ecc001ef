package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.storage.StoredRecord.Activated;
import io.godwit.storage.StoredRecord.CellValue;
import io.godwit.storage.StoredRecord.LastExecuted;
import io.godwit.storage.StoredRecord.LoggedWrite;
import io.godwit.storage.StoredRecord.Membership;
import io.godwit.storage.StoredRecord.Register;
import io.godwit.storage.StoredRecord.WaitedFor;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.CellChunk.Kind;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
    private static final byte[] KEY = {7};
    private static final int PARTITIONS = 3;
    private static final Version V = new Version(3, 4);
    private static final Configuration MOVING = Configuration.of(1, new int[] {2, 3}, MemberSet.of(1, 3), 3, 4);
    private static final Entry ENTRY = new Entry(V, new Version(2, 1), MOVING);
    private static final Bytes IDENTITY = Bytes.of(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    private static final Peer SELF = new Peer(7, IDENTITY, "h", 5_701);
    private static final MapKey PLACE = new MapKey(Bytes.of((byte) 'm'), Bytes.of((byte) 'k', (byte) 0));
    private static final Bytes NINE = Bytes.of((byte) 9);
    private static final LogEntry WRITE =
            new LogEntry(V, -5L, 77, new OnMap(Verb.PUT, PLACE.map(), PLACE.key(), NINE, Bytes.EMPTY));

    /** What format 2 has on disk, the checksum included. */
    private static final Map<StoredRecord, String> VALUES = Map.of(
            new Membership(new Welcome(SELF, IDENTITY, PARTITIONS, Maps.all(1), 2, List.of(SELF), List.of(SELF))),
            "3ffbe545126e0a1a080712100102030405060708090a0b0c0d0e0f101a016820c52c12100102030405060708090a0b0c0d0e"
                    + "0f1018032802321a080712100102030405060708090a0b0c0d0e0f101a016820c52c3a1a080712100102030405060708090a"
                    + "0b0c0d0e0f101a016820c52c42020801",
            new Register(1, ENTRY),
            "9306942832210a1f1a1d080112190a04080610041204080410011a0b0a03010203100518032004",
            new Activated(1, new View(V, MOVING)),
            "d25c796a3a1b10011a0408061004220b0a03010203100518032004320408061004",
            new WaitedFor(MemberSet.of(2, 4)),
            "b494ebf432080a067a0412020204",
            new LoggedWrite(2, 5, WRITE),
            "461f21e8322f0a2d422b08021204080610041805221f0a040806100411fbffffffffffffff184d220c080312016d1a026b00220109",
            new CellValue(PLACE, Kind.ITEMS, NINE),
            "007896eb4a101801220c0a016d12026b001802220109",
            new LastExecuted(9, new Executed(5, 3, new Result.Done(List.of(0L)))),
            "f287417a4a1818012a140909000000000000001005180322050a030a0100");

    private final RecordCodec codec = new RecordCodec(PARTITIONS);

    private <T extends StoredRecord> T read(byte[] value, Class<T> kind) throws StoreException {
        return codec.decode(KEY, ChecksummedValues.open(KEY, value), kind);
    }

    private void assertDamage(String why, ByteBuffer content, Class<? extends StoredRecord> kind) {
        StoreException damaged = assertThrows(StoreException.class, () -> codec.decode(KEY, content, kind));
        String message = damaged.getMessage();
        assertTrue(message.startsWith("the value under key 07 is damaged: " + why), message);
        assertTrue(damaged.isDamage());
    }

    @Test
    void recordsAreWrittenAsFormat2HasThem() {
        VALUES.forEach((stored, hex) ->
                assertEquals(hex, HexFormat.of().formatHex(codec.encode(KEY, stored)), stored.toString()));
    }

    @Test
    void recordsAreReadAsWhatTheyAre() throws StoreException {
        for (StoredRecord stored : VALUES.keySet()) {
            byte[] value = codec.encode(KEY, stored);
            assertEquals(stored, read(value, stored.getClass()));
            for (StoredRecord other : VALUES.keySet()) {
                if (other != stored) {
                    assertDamage("it is something else", ChecksummedValues.open(KEY, value), other.getClass());
                }
            }
        }
    }

    @Test
    void frameThatIsNoRecordIsDamage() {
        HeartbeatReply reply = new HeartbeatReply(0, MemberSet.of(2));
        for (Frame frame : List.of(
                new Frame.MessageBatch(List.of(reply, reply)),
                new Frame.MessageBatch(List.of(new Commit(1, ENTRY))),
                new Frame.SnapshotChunk(0, 0, true, false, List.of(), List.of(), List.of(WRITE)),
                new Frame.KeepAlive())) {
            FrameCodec.Encoded encoded = new FrameCodec(PARTITIONS).encode(frame);
            ByteBuffer content = ByteBuffer.allocate(encoded.size());
            encoded.write(content);
            assertDamage("it is something else", content.flip(), WaitedFor.class);
        }
    }

    @Test
    void unknownFrameIsDamage() {
        assertDamage("", ByteBuffer.wrap(new byte[] {-1, -1, -1}), WaitedFor.class);
    }

    @Test
    void entryNeedsItsPartition() {
        assertEquals(PARTITIONS, codec.partitions());
        byte[] value = new RecordCodec(9).encode(KEY, new Register(8, ENTRY));
        assertThrows(StoreException.class, () -> read(value, Register.class));
    }
}
