package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TrafficTest {
    @Test
    void sumAndDifference() {
        Traffic one = new Traffic(1, 2, 3, 4, 5, 6);
        Traffic other = new Traffic(10, 20, 30, 40, 50, 60);
        assertEquals(new Traffic(11, 22, 33, 44, 55, 66), one.plus(other));
        assertEquals(new Traffic(9, 18, 27, 36, 45, 54), other.minus(one));
    }

    @Test
    void sentBytesAreCounted() {
        Traffic.Counters counters = new Traffic.Counters();
        counters.chunk(7);
        counters.chunk(5);
        counters.fileChunk(100);
        counters.file();
        counters.sent(false, false);
        counters.sent(true, false);
        counters.sent(true, true);
        assertEquals(new Traffic(12, 100, 1, 1, 2, 1), counters.now());
    }
}
