package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class CongestionWindowTest {
    private static final long MS = 1_000_000;

    private final CongestionWindow window = new CongestionWindow();
    private final Deque<Long> underWay = new ArrayDeque<>();
    private RateLimit limit = RateLimit.WITHOUT_CALLS;
    private long now;
    private long parts;

    /** Sends for some time as the window has room, over a path that takes some time for each part. */
    private void send(long millis, long eachMillis) {
        long end = now + millis * MS;
        while (now < end) {
            long delay = window.delay(now, limit);
            if (delay == 0) {
                window.sent();
                underWay.add(now);
                parts++;
            } else if (!underWay.isEmpty()) {
                now += eachMillis * MS;
                window.acknowledged(underWay.remove(), now, limit);
            } else {
                now += delay;
            }
        }
    }

    private void settle(long eachMillis) {
        while (!underWay.isEmpty()) {
            now += eachMillis * MS;
            window.acknowledged(underWay.remove(), now, limit);
        }
    }

    @Test
    void queueStaysAtItsTarget() {
        send(5_000, 1);
        // Each part waits for those before it, 5 ms if six are under way, and takes 1 ms itself.
        assertEquals(6, window.size(), 1);
    }

    @Test
    void longPathIsFilled() {
        // Everything arrives 50 ms later, however much it is.
        while (now < 5_000 * MS) {
            while (window.delay(now, limit) == 0) {
                window.sent();
                underWay.add(now);
            }
            now += 50 * MS;
            while (!underWay.isEmpty()) {
                window.acknowledged(underWay.remove(), now, limit);
            }
        }
        assertEquals(CongestionWindow.MAX_CHUNKS, window.size());
    }

    @Test
    void givesWayWhenAcknowledgementsComeLate() {
        send(2_000, 1);
        settle(1);
        parts = 0;
        send(2_000, 30);
        assertEquals(RateLimit.WITHOUT_CALLS.minChunks, window.size());
        // 30 ms on the way and a pause of 20 ms; a few more while the window shrinks.
        assertTrue(parts >= 38 && parts <= 50, parts + " parts");
    }

    @Test
    void longerPathIsNotTakenForAQueueForEver() {
        send(2_000, 1);
        settle(1);
        send(40_000, 30);
        assertTrue(window.size() >= 1, window.size() + " parts");
    }

    @Test
    void pausesBetweenPartsEnd() {
        send(2_000, 1);
        settle(1);
        // Six were under way, and a part alone is sent after a pause.
        for (int i = 0; i < 20; i++) {
            now += window.delay(now, limit);
            window.sent();
            now += 30 * MS;
            window.acknowledged(now - 30 * MS, now, limit);
        }
        long pause = window.delay(now, limit);
        assertTrue(pause > 0 && pause <= 20 * MS, pause + " ns");
        assertEquals(0, window.delay(now + pause, limit));
    }

    @Test
    void forgottenPartsMakeRoom() {
        while (window.delay(now, limit) == 0) {
            window.sent();
            parts++;
        }
        assertEquals(2, parts);
        window.forget(2);
        assertEquals(0, window.delay(now, limit));
    }

    @Test
    void queueIsAbsentUnderLoad() {
        limit = RateLimit.WITH_CALLS;
        send(5_000, 1);
        // Two under way would be a queue of 1 ms.
        assertTrue(window.size() < 2, window.size() + " parts");
    }

    @Test
    void busyMachineGetsLongerPausesAndFinishes() {
        send(2_000, 1);
        settle(1);
        limit = RateLimit.WITH_CALLS;
        parts = 0;
        send(8_000, 30);
        assertEquals(RateLimit.WITH_CALLS.minChunks, window.size());
        // 30 ms on the way and a pause of 20 ms.
        assertTrue(parts >= 150 && parts <= 170, parts + " parts");
    }

    @Test
    void windowGrowsAgainWhenCallsEnd() {
        limit = RateLimit.WITH_CALLS;
        send(2_000, 1);
        limit = RateLimit.WITHOUT_CALLS;
        send(2_000, 1);
        assertEquals(6, window.size(), 1);
    }

    @Test
    void timesOfALongPathMayVaryMore() {
        limit = RateLimit.WITH_CALLS;
        // 50 ms for the path, and up to 12 ms more for other traffic.
        for (int i = 0; i < 2_000; i++) {
            now += window.delay(now, limit);
            window.sent();
            now += 50 * MS + (i % 13) * MS;
            window.acknowledged(now - 50 * MS - (i % 13) * MS, now, limit);
        }
        assertEquals(CongestionWindow.MAX_CHUNKS, window.size());
    }

    @Test
    void idleWindowIsResetToItsInitialSize() {
        send(5_000, 1);
        settle(1);
        now += 2_000 * MS;
        assertEquals(0, window.delay(now, limit));
        assertEquals(RateLimit.WITHOUT_CALLS.initialParts, window.size());
    }

    /** Sends one part as soon as there is room for it, and waits for its acknowledgement. */
    private void alone(long micros) {
        now += window.delay(now, limit);
        window.sent();
        long sentAt = now;
        now += micros * 1_000;
        window.acknowledged(sentAt, now, limit);
    }

    @Test
    void pauseGrowsWithTheTimeOfAPart() {
        alone(100);
        for (int i = 0; i < 200; i++) {
            alone(6_000);
        }
        assertEquals(18 * MS, window.delay(now, limit), "three times as long as the part took");
        assertEquals(8 * MS, window.delay(now + 10 * MS, limit));
    }

    @Test
    void pauseIsLongerUnderLoad() {
        limit = RateLimit.WITH_CALLS;
        alone(100);
        for (int i = 0; i < 200; i++) {
            alone(1_000);
        }
        assertEquals(15 * MS, window.delay(now, limit), "fifteen times as long as the part took");
    }

    @Test
    void shortestTimeIsRememberedForAWholePeriod() {
        send(9_000, 1);
        settle(1);
        send(9_000, 30);
        assertEquals(RateLimit.WITHOUT_CALLS.minChunks, window.size());
    }

    @Test
    void lateAcknowledgementHalvesTheWindow() {
        send(5_000, 1);
        settle(1);
        double before = window.size();
        alone(500_000);
        assertEquals(before / 2, window.size(), 1e-9);
    }

    @Test
    void smallWindowStaysSmallAfterAnIdleTime() {
        send(2_000, 1);
        settle(1);
        send(2_000, 30);
        settle(30);
        now += 2_000 * MS;
        assertEquals(0, window.delay(now, limit));
        assertEquals(RateLimit.WITHOUT_CALLS.minChunks, window.size());
    }

    @Test
    void windowWithPartsUnderWayIsNotIdle() {
        send(5_000, 1);
        double before = window.size();
        now += 2_000 * MS;
        window.delay(now, limit);
        assertEquals(before, window.size(), "five parts are under way");
    }
}
