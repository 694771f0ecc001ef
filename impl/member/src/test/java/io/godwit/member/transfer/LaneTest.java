package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneTest {
    private final Lane lane = new Lane();

    private static boolean waitFor(Callable<Boolean> what) {
        try {
            return what.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompletableFuture<Boolean> later(Callable<Boolean> what) {
        return CompletableFuture.supplyAsync(() -> waitFor(what));
    }

    /** Takes all the room that there is. */
    private int fill(Lane.Share share) {
        int room = (int) lane.size();
        for (int i = 0; i < room; i++) {
            assertTrue(waitFor(share::take));
        }
        return room;
    }

    @Test
    void logsShareTheRoom() throws Exception {
        Lane.Share one = lane.share();
        Lane.Share other = lane.share();
        int room = fill(one);
        CompletableFuture<Boolean> waits = later(other::take);
        for (int i = 0; i < room; i++) {
            one.arrived();
        }
        assertTrue(waits.get(30, TimeUnit.SECONDS));
    }

    @Test
    void whatIsGivenBackIsThereOnce() {
        Lane.Share share = lane.share();
        int room = fill(share);
        share.giveBack();
        share.arrived();
        share.giveBack();
        assertFalse(waitFor(share::take));
        Lane.Share next = lane.share();
        assertEquals(room, fill(next));
        assertFalse(later(lane.share()::take).isDone());
    }

    @Test
    void smallOnesPass() {
        Lane.Share small = lane.share();
        int room = fill(lane.share());
        assertTrue(small.pass());
        assertEquals(room, (int) lane.size());
        small.arrived();
        small.giveBack();
        assertFalse(small.pass());
    }

    @Test
    void whoWaitsIsToldThatItIsOver() throws Exception {
        Lane.Share other = lane.share();
        fill(lane.share());
        CompletableFuture<Boolean> waits = later(other::take);
        other.giveBack();
        assertFalse(waits.get(30, TimeUnit.SECONDS));
    }

    @Test
    void someLogsAreSentAndTheOthersWaitInLine() throws Exception {
        List<Lane.Share> sent = new ArrayList<>();
        for (int i = 0; i < Lane.LOGS; i++) {
            sent.add(lane.share());
            assertTrue(waitFor(sent.get(i)::enter));
        }
        Lane.Share givenUp = lane.share();
        CompletableFuture<Boolean> first = later(givenUp::enter);
        givenUp.giveBack();
        assertFalse(first.get(30, TimeUnit.SECONDS));
        CompletableFuture<Boolean> second = later(lane.share()::enter);
        assertFalse(second.isDone());
        sent.get(0).leave();
        sent.get(0).leave();
        assertTrue(second.get(30, TimeUnit.SECONDS));
        assertFalse(later(lane.share()::enter).isDone());
    }
}
