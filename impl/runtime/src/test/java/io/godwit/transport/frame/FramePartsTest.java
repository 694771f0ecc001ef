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
    private static CellPart part(CellPart.Kind kind, Bytes... values) {
        return new CellPart(Bytes.EMPTY, Bytes.EMPTY, kind, List.of(values));
    }

    @Test
    void aCellHasAValueAndASingleOneHasOne() {
        for (CellPart.Kind kind : CellPart.Kind.values()) {
            assertEquals(1, part(kind, Bytes.EMPTY).values().size());
            IllegalArgumentException none = assertThrows(IllegalArgumentException.class, () -> part(kind));
            assertEquals("0 values for " + kind, none.getMessage());
        }
        assertEquals(
                2, part(CellPart.Kind.ITEMS, Bytes.EMPTY, Bytes.EMPTY).values().size());
        IllegalArgumentException two = assertThrows(
                IllegalArgumentException.class, () -> part(CellPart.Kind.SINGLE, Bytes.EMPTY, Bytes.EMPTY));
        assertEquals("2 values for SINGLE", two.getMessage());
    }

    @Test
    void aMomentDoesNotChange() {
        assertSame(Moment.NONE, Moment.of());
        assertTrue(Moment.NONE.isEmpty());
        long[] events = {3, 5};
        Moment moment = Moment.of(events);
        events[0] = 9;
        moment.toArray()[1] = 9;
        assertFalse(moment.isEmpty());
        assertEquals(2, moment.size());
        assertEquals(3, moment.events(0));
        assertEquals(5, moment.events(1));
        assertArrayEquals(new long[] {3, 5}, moment.toArray());
        assertEquals("[3, 5]", moment.toString());
        assertEquals(Moment.of(3, 5), moment);
        assertEquals(Moment.of(3, 5).hashCode(), moment.hashCode());
        assertNotEquals(Moment.of(3, 6), moment);
        assertNotEquals(Moment.of(3), moment);
    }

    @Test
    void aPeerHasAnAddress() {
        Peer peer = new Peer(7, Bytes.ofNumber(1), "h", 5_701);
        assertEquals("h:5701", peer.address());
        assertEquals("7@h:5701", peer.toString());
        assertEquals(new Peer(8, Bytes.ofNumber(1), "h", 5_701), peer.withNumber(8));
    }

    @Test
    void whatIsTakenBackIsSomebodys() {
        assertTrue(Undo.NONE.isNone());
        assertFalse(new Undo(List.of(), List.of(1L)).isNone());
    }

    @Test
    void aPieceOfAFileHasALength() {
        assertEquals(3, new FileSlice.Held(ByteBuffer.allocate(5).position(2)).length());
        assertEquals(4, new FileSlice.OfFile(null, 1, 4).length());
    }
}
