package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
    private final List<String> lines = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong(-5);
    private final RefusalLog refusals = new RefusalLog(lines::add, clock::get);

    private void come(String host, int port, String why) {
        refusals.refused(host + ":" + port, why);
    }

    @Test
    void identicalMessagesAreLoggedAtIntervals() {
        come("a", 1, "no");
        come("a", 2, "no");
        come("a", 3, "never");
        come("b", 1, "no");
        clock.addAndGet(RefusalLog.INTERVAL_NANOS - 1);
        come("a", 4, "no");
        assertEquals(3, lines.size(), lines::toString);
        clock.incrementAndGet();
        come("a", 5, "no");
        assertEquals("connection from a:5 refused (and 2 more before): no", lines.get(3));
        come("a", 6, "no");
        assertEquals(4, lines.size(), lines::toString);
        assertEquals(7, refusals.count());
    }

    @Test
    void messageIsCountedOnceOnly() {
        refusals.refused("nowhere", "no");
        refusals.refused("nowhere", "no");
        clock.addAndGet(RefusalLog.INTERVAL_NANOS);
        refusals.refused("nowhere", "no");
        clock.addAndGet(RefusalLog.INTERVAL_NANOS);
        refusals.refused("nowhere", "no");
        assertEquals(
                List.of(
                        "connection from nowhere refused: no",
                        "connection from nowhere refused (and 1 more before): no",
                        "connection from nowhere refused: no"),
                lines);
    }

    /** Somebody may send what makes a thousand different messages. */
    @Test
    void thousandMessagesAreRemembered() {
        for (int i = 0; i < 999; i++) {
            come("a", 1, "no " + i);
        }
        come("a", 1, "no 0");
        assertEquals(999, lines.size());
        come("a", 1, "no 999");
        come("a", 1, "no 1");
        assertEquals(1_001, lines.size());
        come("a", 1, "no 1");
        assertEquals(1_001, lines.size());
    }
}
