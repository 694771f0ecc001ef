package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {
    @Test
    void theUsualHeartbeatIsTheEnginesOwn() {
        assertEquals(1_234_567, new Pace(100).micros(1_234_567_890));
        assertEquals(-1_000, new Pace(100).micros(-1_000_000));
    }

    @Test
    void rarerHeartbeatsSlowTheEngineDown() {
        Pace pace = new Pace(250);
        assertEquals(2_000_000, pace.micros(TimeUnit.SECONDS.toNanos(5)));
        assertEquals(8_000_000, new Pace(25).micros(TimeUnit.SECONDS.toNanos(2)));
    }

    @Test
    void itNeverGoesBack() {
        Pace pace = new Pace(333);
        long before = pace.micros(-1_000_000_000);
        for (long nanos = -1_000_000_000; nanos < 1_000_000_000; nanos += 77_777) {
            long now = pace.micros(nanos);
            assertTrue(now >= before, "at " + nanos);
            before = now;
        }
        assertTrue(pace.micros(Long.MAX_VALUE) > before, "no overflow");
    }
}
