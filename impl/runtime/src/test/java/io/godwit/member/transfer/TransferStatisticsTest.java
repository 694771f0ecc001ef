package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TransferStatisticsTest {
    @Test
    void sumAndDifference() {
        TransferStatistics one = new TransferStatistics(1, 2, 3, 4, 5, 6);
        TransferStatistics other = new TransferStatistics(10, 20, 30, 40, 50, 60);
        assertEquals(new TransferStatistics(11, 22, 33, 44, 55, 66), one.plus(other));
        assertEquals(new TransferStatistics(9, 18, 27, 36, 45, 54), other.minus(one));
    }

    @Test
    void sentBytesAreCounted() {
        TransferStatistics.Counters counters = new TransferStatistics.Counters();
        counters.chunk(7);
        counters.chunk(5);
        counters.fileChunk(100);
        counters.file();
        counters.sent(false, false);
        counters.sent(true, false);
        counters.sent(true, true);
        assertEquals(new TransferStatistics(12, 100, 1, 1, 2, 1), counters.now());
    }
}
