package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class LogRetentionTest {
    @Test
    void somethingHasToBeKept() {
        assertThrows(IllegalArgumentException.class, () -> new LogRetention(0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new LogRetention(1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> new LogRetention(1, 1, 0));
        assertEquals(1_000_000_000, new LogRetention(1, 1, 1).nanos());
    }

    @Test
    void logsUsuallyTakeAnEighthOfTheHeap() {
        assertEquals(32 << 20, LogRetention.ofHeap(256 << 20).bytes());
        assertEquals(1, LogRetention.ofHeap(7).bytes());
        assertEquals(LogRetention.DEFAULT, LogRetention.ofHeap(512 << 20));
    }
}
