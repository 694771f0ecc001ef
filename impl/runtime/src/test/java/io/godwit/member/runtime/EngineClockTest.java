package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EngineClockTest {
    @Test
    void usualHeartbeatKeepsTime() {
        assertEquals(1_234_567, new EngineClock(100).micros(1_234_567_890));
        assertEquals(-1_000, new EngineClock(100).micros(-1_000_000));
    }

    @Test
    void rarerHeartbeatsSlowTheEnginesTime() {
        EngineClock clock = new EngineClock(250);
        assertEquals(2_000_000, clock.micros(TimeUnit.SECONDS.toNanos(5)));
        assertEquals(8_000_000, new EngineClock(25).micros(TimeUnit.SECONDS.toNanos(2)));
    }

    @Test
    void timeNeverDecreases() {
        EngineClock clock = new EngineClock(333);
        long before = clock.micros(-1_000_000_000);
        for (long nanos = -1_000_000_000; nanos < 1_000_000_000; nanos += 77_777) {
            long now = clock.micros(nanos);
            assertTrue(now >= before, "at " + nanos);
            before = now;
        }
        assertTrue(clock.micros(Long.MAX_VALUE) > before, "no overflow");
    }
}
