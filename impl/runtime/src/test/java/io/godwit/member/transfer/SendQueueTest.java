package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.limit.Limit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SendQueueTest {
    private static final long MS = 1_000_000;

    private final ManualScheduler scheduler = new ManualScheduler(1);
    private RateLimit limit = RateLimit.WITHOUT_CALLS;
    private final List<Limit> limits = new ArrayList<>();
    private final SendQueue queue = new SendQueue(scheduler, scheduler.newExecutor(), () -> limit, limits::add);
    /** Names of slots that were granted room, in order. */
    private final List<String> granted = new ArrayList<>();

    private boolean isGranted(SendQueue.Slot slot) {
        boolean[] answer = {false};
        slot.request(() -> answer[0] = true);
        return answer[0];
    }

    /** Asks for room that there is not. */
    private SendQueue.Slot waiting(String name) {
        SendQueue.Slot slot = queue.newSlot();
        int before = granted.size();
        slot.request(() -> granted.add(name));
        assertEquals(before, granted.size(), "there was room");
        return slot;
    }

    /** Takes all room. */
    private int fill(SendQueue.Slot slot) {
        int room = (int) queue.size();
        for (int i = 0; i < room; i++) {
            assertTrue(isGranted(slot));
        }
        return room;
    }

    @Test
    void snapshotsShareTheRoom() {
        SendQueue.Slot one = queue.newSlot();
        fill(one);
        waiting("other");
        assertEquals(List.of(Limit.WINDOW_WAIT), limits);
        one.acknowledged(1);
        assertEquals(List.of("other"), granted);
        assertEquals(List.of(Limit.WINDOW_WAIT, Limit.WINDOW_CONTINUES), limits);
    }

    @Test
    void cancelReturnsRoomOnce() {
        SendQueue.Slot slot = queue.newSlot();
        int room = fill(slot);
        slot.cancel();
        slot.acknowledged(1);
        slot.cancel();
        assertFalse(isGranted(slot));
        assertEquals(room, fill(queue.newSlot()));
        waiting("next");
    }

    @Test
    void acknowledgedPartsAreNotReturnedByCancel() {
        SendQueue.Slot slot = queue.newSlot();
        fill(slot);
        slot.acknowledged(1);
        slot.cancel();
        fill(queue.newSlot());
        waiting("next");
    }

    @Test
    void firstRequestIsFirst() {
        SendQueue.Slot one = queue.newSlot();
        fill(one);
        SendQueue.Slot first = waiting("first");
        waiting("second");
        one.acknowledged(1);
        assertEquals("first", granted.get(0));
        first.acknowledged(1);
        assertEquals(List.of("first", "second"), granted);
    }

    @Test
    void roomForTwoIsGrantedToTwo() {
        SendQueue.Slot one = queue.newSlot();
        fill(one);
        waiting("first");
        waiting("second");
        one.acknowledged(2);
        assertEquals(List.of("first", "second"), granted);
    }

    @Test
    void acknowledgementsOfMorePartsThanWereSentCountOnce() {
        SendQueue.Slot one = queue.newSlot();
        int room = fill(one);
        one.acknowledged(room + 7);
        int now = fill(queue.newSlot());
        assertTrue(now <= room + 1, now + " parts");
        waiting("next");
    }

    @Test
    void cancelledRequestIsNotGranted() {
        SendQueue.Slot one = queue.newSlot();
        fill(one);
        waiting("first");
        SendQueue.Slot second = waiting("second");
        waiting("third");
        second.cancel();
        assertEquals(List.of(), granted);
        one.acknowledged(2);
        assertEquals(List.of("first", "third"), granted);
    }

    @Test
    void cancelOfTheFirstRequestLeavesTheRest() {
        SendQueue.Slot one = queue.newSlot();
        fill(one);
        SendQueue.Slot first = waiting("first");
        waiting("second");
        first.cancel();
        one.acknowledged(1);
        assertEquals("second", granted.get(0));
    }

    @Test
    void smallSnapshotsPass() {
        SendQueue.Slot small = queue.newSlot();
        int room = fill(queue.newSlot());
        small.count();
        assertEquals(room, (int) queue.size());
        waiting("waits for the small one, too");
        small.acknowledged(1);
        assertTrue(granted.size() <= 1);
        small.cancel();
        small.count();
        assertFalse(isGranted(small));
    }

    @Test
    void snapshotsBeyondLimitWaitInQueue() {
        List<SendQueue.Slot> slots = new ArrayList<>();
        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < SendQueue.MAX_ACTIVE + 3; i++) {
            int number = i;
            slots.add(queue.newSlot());
            slots.get(i).enqueue(() -> begun.add(number));
        }
        assertEquals(List.of(0, 1, 2, 3), begun);
        slots.get(SendQueue.MAX_ACTIVE).cancel();
        slots.get(0).leave();
        slots.get(0).leave();
        assertEquals(List.of(0, 1, 2, 3, 5), begun);
        Limit wait = Limit.SNAPSHOTS_WAIT;
        assertEquals(List.of(wait, wait, wait, Limit.SNAPSHOTS_CONTINUE), limits);
        // A snapshot that waits in line makes no room.
        slots.get(SendQueue.MAX_ACTIVE + 2).leave();
        assertEquals(List.of(0, 1, 2, 3, 5), begun);
        slots.get(1).cancel();
        slots.get(1).leave();
        assertEquals(List.of(0, 1, 2, 3, 5, 6), begun);
    }

    @Test
    void snapshotThatIsCancelledBeforeItGetsInLineNeverBegins() {
        List<Integer> begun = new ArrayList<>();
        SendQueue.Slot cancelled = queue.newSlot();
        cancelled.cancel();
        cancelled.enqueue(() -> begun.add(0));
        cancelled.leave();
        queue.newSlot().enqueue(() -> begun.add(1));
        assertEquals(List.of(1), begun);
    }

    @Test
    void snapshotsTakeTurns() {
        SendQueue.Slot one = queue.newSlot();
        int room = fill(one);
        List<SendQueue.Slot> others = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "a", "b", "c")) {
            others.add(waiting(name));
        }
        one.acknowledged(room);
        for (int i = 0; i < others.size(); i++) {
            // Each part that is acknowledged makes room for the next one.
            others.get(i).acknowledged(1);
        }
        assertEquals(List.of("a", "b", "c", "a", "b", "c"), granted);
    }

    @Test
    void partFollowsAPause() {
        limit = RateLimit.WITH_CALLS;
        SendQueue.Slot slot = queue.newSlot();
        assertTrue(isGranted(slot));
        scheduler.pass(MS);
        slot.acknowledged(1);
        // Late acknowledgements shrink the window to less than one part.
        for (int i = 0; i < 20; i++) {
            slot.request(() -> granted.add("late"));
            scheduler.pass(70 * MS);
            slot.acknowledged(1);
        }
        assertEquals(20, granted.size());
        assertTrue(queue.size() < 1, queue.size() + " parts");
        waiting("next");
        scheduler.pass(19 * MS);
        assertEquals(20, granted.size(), "the pause was too short");
        scheduler.pass(MS);
        assertEquals("next", granted.get(20));
        assertFalse(scheduler.hasTimers());
    }

    @Test
    void lostAcknowledgementsAreNotMeasured() {
        SendQueue.Slot slot = queue.newSlot();
        for (int i = 0; i < 2_000; i++) {
            assertTrue(isGranted(slot));
            scheduler.pass(MS);
            slot.acknowledged(1);
        }
        double before = queue.size();
        // The first acknowledgement is lost; the next one, half a second later, comes at once.
        assertTrue(isGranted(slot));
        scheduler.pass(500 * MS);
        assertTrue(isGranted(slot));
        scheduler.pass(MS);
        slot.acknowledged(2);
        assertTrue(queue.size() >= before, queue.size() + " parts instead of " + before);
    }
}
