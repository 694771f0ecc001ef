package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneTest {
    private final Lane lane = new Lane();

    private static boolean take(Lane.Share share) {
        try {
            return share.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void logsShareTheRoom() throws Exception {
        Lane.Share one = lane.share();
        Lane.Share other = lane.share();
        for (int i = 0; i < Lane.PARTS; i++) {
            assertTrue(take(one));
        }
        assertEquals(0, lane.room());
        CompletableFuture<Boolean> waits = CompletableFuture.supplyAsync(() -> take(other));
        one.arrived();
        assertTrue(waits.get(30, TimeUnit.SECONDS));
        assertEquals(0, lane.room());
    }

    @Test
    void whatIsGivenBackIsThereOnce() {
        Lane.Share share = lane.share();
        assertTrue(take(share));
        assertTrue(take(share));
        share.arrived();
        share.giveBack();
        share.arrived();
        share.giveBack();
        assertEquals(Lane.PARTS, lane.room());
        assertFalse(take(share));
        assertEquals(Lane.PARTS, lane.room());
    }

    @Test
    void whoWaitsIsToldThatItIsOver() throws Exception {
        Lane.Share one = lane.share();
        Lane.Share other = lane.share();
        for (int i = 0; i < Lane.PARTS; i++) {
            assertTrue(take(one));
        }
        CompletableFuture<Boolean> waits = CompletableFuture.supplyAsync(() -> take(other));
        other.giveBack();
        assertFalse(waits.get(30, TimeUnit.SECONDS));
    }
}
