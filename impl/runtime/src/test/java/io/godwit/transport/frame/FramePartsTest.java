package io.godwit.transport.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class FramePartsTest {
    private static CellChunk part(CellChunk.Kind kind, Bytes... values) {
        return new CellChunk(Bytes.EMPTY, Bytes.EMPTY, kind, List.of(values));
    }

    @Test
    void cellHasAValueAndASingleOneHasOne() {
        for (CellChunk.Kind kind : CellChunk.Kind.values()) {
            assertEquals(1, part(kind, Bytes.EMPTY).values().size());
            IllegalArgumentException none = assertThrows(IllegalArgumentException.class, () -> part(kind));
            assertEquals("0 values for " + kind, none.getMessage());
        }
        assertEquals(
                2, part(CellChunk.Kind.ITEMS, Bytes.EMPTY, Bytes.EMPTY).values().size());
        IllegalArgumentException two = assertThrows(
                IllegalArgumentException.class, () -> part(CellChunk.Kind.SINGLE, Bytes.EMPTY, Bytes.EMPTY));
        assertEquals("2 values for SINGLE", two.getMessage());
    }

    @Test
    void momentDoesNotChange() {
        assertSame(VectorTime.NONE, VectorTime.of());
        assertTrue(VectorTime.NONE.isEmpty());
        long[] events = {3, 5};
        VectorTime time = VectorTime.of(events);
        events[0] = 9;
        time.toArray()[1] = 9;
        assertFalse(time.isEmpty());
        assertEquals(2, time.size());
        assertEquals(3, time.events(0));
        assertEquals(5, time.events(1));
        assertArrayEquals(new long[] {3, 5}, time.toArray());
        assertEquals("[3, 5]", time.toString());
        assertEquals(VectorTime.of(3, 5), time);
        assertEquals(VectorTime.of(3, 5).hashCode(), time.hashCode());
        assertNotEquals(VectorTime.of(3, 6), time);
        assertNotEquals(VectorTime.of(3), time);
    }

    @Test
    void peerHasAnAddress() {
        Peer peer = new Peer(7, Bytes.ofNumber(1), "h", 5_701);
        assertEquals("h:5701", peer.address());
        assertEquals("7@h:5701", peer.toString());
        assertEquals(new Peer(8, Bytes.ofNumber(1), "h", 5_701), peer.withNumber(8));
        assertEquals(
                new Peer(8, Bytes.ofNumber(1), "h", 5_701, "a"),
                peer.withZone("a").withNumber(8));
    }

    @Test
    void undoneWriteBelongsToClient() {
        assertTrue(UndoneWrites.NONE.isNone());
        assertFalse(new UndoneWrites(List.of(), List.of(1L)).isNone());
    }

    @Test
    void pieceOfAFileHasALength() {
        assertEquals(3, new FileSlice.Held(ByteBuffer.allocate(5).position(2)).length());
        assertEquals(4, new FileSlice.OfFile(null, 1, 4).length());
    }
}
