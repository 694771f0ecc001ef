package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final long MS = 1_000_000;

    private final Window window = new Window();
    private final Deque<Long> underWay = new ArrayDeque<>();
    private Manner manner = Manner.ALONE;
    private long now;
    private long parts;

    /** Sends whatever there is room for, for so long, over a way that takes so long for each part. */
    private void send(long millis, long eachMillis) {
        long end = now + millis * MS;
        while (now < end) {
            long room = window.room(now, manner);
            if (room == 0) {
                window.sent();
                underWay.add(now);
                parts++;
            } else if (!underWay.isEmpty()) {
                now += eachMillis * MS;
                window.arrived(underWay.remove(), now, manner);
            } else {
                now += room;
            }
        }
    }

    private void settle(long eachMillis) {
        while (!underWay.isEmpty()) {
            now += eachMillis * MS;
            window.arrived(underWay.remove(), now, manner);
        }
    }

    @Test
    void theQueueStaysAtItsTarget() {
        send(5_000, 1);
        // Each part waits for those before it: with six under way for 5 ms, and takes 1 ms itself.
        assertEquals(6, window.size(), 1);
    }

    @Test
    void aLongWayIsFilled() {
        // All that is sent comes 50 ms later, however much it is.
        while (now < 5_000 * MS) {
            while (window.room(now, manner) == 0) {
                window.sent();
                underWay.add(now);
            }
            now += 50 * MS;
            while (!underWay.isEmpty()) {
                window.arrived(underWay.remove(), now, manner);
            }
        }
        assertEquals(Window.MOST, window.size());
    }

    @Test
    void givesWayWhenAcknowledgementsComeLate() {
        send(2_000, 1);
        settle(1);
        parts = 0;
        send(2_000, 30);
        assertEquals(Manner.ALONE.least, window.size());
        // 30 ms on the way and a pause of 20 ms; a few more while the window shrinks.
        assertTrue(parts >= 38 && parts <= 50, parts + " parts");
    }

    @Test
    void aWayThatHasBecomeLongerIsNotTakenForAQueueForEver() {
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
            now += window.room(now, manner);
            window.sent();
            now += 30 * MS;
            window.arrived(now - 30 * MS, now, manner);
        }
        long pause = window.room(now, manner);
        assertTrue(pause > 0 && pause <= 20 * MS, pause + " ns");
        assertEquals(0, window.room(now + pause, manner));
    }

    @Test
    void whatIsLostMakesRoom() {
        while (window.room(now, manner) == 0) {
            window.sent();
            parts++;
        }
        assertEquals(2, parts);
        window.lost(2);
        assertEquals(0, window.room(now, manner));
    }

    @Test
    void besideCallsThereIsNoQueue() {
        manner = Manner.BESIDE_CALLS;
        send(5_000, 1);
        // Two under way would be a queue of 1 ms.
        assertTrue(window.size() < 2, window.size() + " parts");
    }

    @Test
    void besideCallsAMachineThatIsBusyGetsMoreRestAndYetGetsDone() {
        send(2_000, 1);
        settle(1);
        manner = Manner.BESIDE_CALLS;
        parts = 0;
        send(8_000, 30);
        assertEquals(Manner.BESIDE_CALLS.least, window.size());
        // 30 ms on the way and a pause of 20 ms.
        assertTrue(parts >= 150 && parts <= 170, parts + " parts");
    }

    @Test
    void whenNobodyCallsAnyMoreItIsFastAgain() {
        manner = Manner.BESIDE_CALLS;
        send(2_000, 1);
        manner = Manner.ALONE;
        send(2_000, 1);
        assertEquals(6, window.size(), 1);
    }

    @Test
    void timesOfALongWayMayDifferByMore() {
        manner = Manner.BESIDE_CALLS;
        // 50 ms for the way, and up to 12 ms more for whatever else goes on there.
        for (int i = 0; i < 2_000; i++) {
            now += window.room(now, manner);
            window.sent();
            now += 50 * MS + (i % 13) * MS;
            window.arrived(now - 50 * MS - (i % 13) * MS, now, manner);
        }
        assertEquals(Window.MOST, window.size());
    }

    @Test
    void whatIsKnownOfTheQueueDoesNotLast() {
        send(5_000, 1);
        settle(1);
        now += 2_000 * MS;
        assertEquals(0, window.room(now, manner));
        assertEquals(Manner.ALONE.first, window.size());
    }

    /** One part as soon as there is room for it, and nothing beside it. */
    private void alone(long micros) {
        now += window.room(now, manner);
        window.sent();
        long sentAt = now;
        now += micros * 1_000;
        window.arrived(sentAt, now, manner);
    }

    @Test
    void thePauseGrowsWithTheTimeThatAPartTakes() {
        alone(100);
        for (int i = 0; i < 200; i++) {
            alone(6_000);
        }
        assertEquals(18 * MS, window.room(now, manner), "three times as long as the part took");
        assertEquals(8 * MS, window.room(now + 10 * MS, manner));
    }

    @Test
    void besideCallsThePauseIsLonger() {
        manner = Manner.BESIDE_CALLS;
        alone(100);
        for (int i = 0; i < 200; i++) {
            alone(1_000);
        }
        assertEquals(15 * MS, window.room(now, manner), "fifteen times as long as the part took");
    }

    @Test
    void theShortestTimeIsRememberedForAWholePeriod() {
        send(9_000, 1);
        settle(1);
        send(9_000, 30);
        assertEquals(Manner.ALONE.least, window.size());
    }

    @Test
    void onePartThatIsLateHalvesTheWindow() {
        send(5_000, 1);
        settle(1);
        double before = window.size();
        alone(500_000);
        assertEquals(before / 2, window.size(), 1e-9);
    }

    @Test
    void afterARestItIsAsSmallAsItWas() {
        send(2_000, 1);
        settle(1);
        send(2_000, 30);
        settle(30);
        now += 2_000 * MS;
        assertEquals(0, window.room(now, manner));
        assertEquals(Manner.ALONE.least, window.size());
    }

    @Test
    void whoWaitsForSomethingDoesNotRest() {
        send(5_000, 1);
        double before = window.size();
        now += 2_000 * MS;
        window.room(now, manner);
        assertEquals(before, window.size(), "five parts are under way");
    }
}
