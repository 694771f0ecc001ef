package io.godwit.events;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class VectorClockTest {
    private static final int SELF = 2;

    private final VectorClock clock = new VectorClock();

    private String news() {
        JsonLine line = new JsonLine();
        clock.writeNews(line, SELF);
        return new String(line.bytes(), 0, line.size(), StandardCharsets.US_ASCII);
    }

    @Test
    void receivedEntriesAreWrittenOnce() {
        assertEquals("", news());
        clock.merge(new long[] {0, 7, 0, 3});
        assertEquals("\"c\":{\"1\":7,\"3\":3}", news());
        assertEquals("", news());
        clock.merge(new long[] {0, 6, 0, 4});
        assertEquals("\"c\":{\"3\":4}", news());
    }

    @Test
    void ownEventsAreNoNews() {
        clock.tick(SELF);
        clock.merge(new long[] {0, 0, 1});
        assertEquals("", news());
        assertEquals(2, clock.tick(SELF));
    }

    @Test
    void copyIsTheSameUntilSomethingHappens() {
        assertArrayEquals(new long[0], clock.copy());
        clock.tick(SELF);
        long[] first = clock.copy();
        assertArrayEquals(new long[] {0, 0, 1}, first);
        clock.merge(new long[] {0, 0, 1, 0});
        assertSame(first, clock.copy());
        clock.merge(new long[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 5});
        assertArrayEquals(new long[] {0, 0, 1, 0, 0, 0, 0, 0, 0, 5}, clock.copy());
        long[] second = clock.copy();
        clock.tick(SELF);
        assertNotSame(second, clock.copy());
        assertArrayEquals(new long[] {0, 0, 1}, first);
    }

    @Test
    void clockContinuesFromItsFirstNumber() {
        clock.beginAt(SELF, 1L << 32);
        assertArrayEquals(new long[] {0, 0, 1L << 32}, clock.copy());
        assertEquals((1L << 32) + 1, clock.tick(SELF));
    }
}
