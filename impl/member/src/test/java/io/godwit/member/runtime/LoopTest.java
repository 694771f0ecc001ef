package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoopTest {
    @Test
    void whatIsDueWaitsForWhatCameBefore() throws InterruptedException {
        List<String> done = new CopyOnWriteArrayList<>();
        CountDownLatch many = new CountDownLatch(500);
        try (Loop loop = new Loop("test", failure -> {})) {
            loop.every(1, () -> done.add("at once"));
            loop.inTurn(1, () -> done.add("in turn"));
            for (int i = 0; i < 500; i++) {
                loop.execute(() -> {
                    done.add("task");
                    many.countDown();
                    pause();
                });
            }
            loop.start();
            assertTrue(many.await(50, TimeUnit.SECONDS));
        }
        // The first tick of each was due before the tasks came, or while the first of them were done: one is done
        // between them,
        // the other after them all, and it is asked for only once.
        int last = done.lastIndexOf("task");
        assertTrue(done.subList(0, last).contains("at once"), "a timer that waits for nobody");
        assertEquals(-1, done.subList(0, last).indexOf("in turn"));
    }

    @Test
    void whatIsDueIsDoneAgainAndAgain() throws InterruptedException {
        CountDownLatch times = new CountDownLatch(5);
        try (Loop loop = new Loop("test", failure -> {})) {
            loop.inTurn(1, times::countDown);
            loop.start();
            assertTrue(times.await(50, TimeUnit.SECONDS));
        }
    }

    private static void pause() {
        try {
            Thread.sleep(0, 100_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
