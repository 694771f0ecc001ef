package io.godwit.environment.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.environment.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What each executor of a process does. */
public abstract class TimedExecutorTest {
    protected static final long HOUR = TimeUnit.HOURS.toNanos(1);

    /** What the executor reports. */
    protected final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();

    protected final Clock clock = new SystemClock();
    /** Written by tasks of the executor, read after {@link #finish}. */
    protected final List<String> ran = new ArrayList<>();

    /** An executor that reports to {@link #failures}. */
    protected abstract TimedExecutor executor();

    /** Waits for the tasks that were given before. */
    protected final void finish() throws InterruptedException {
        CountDownLatch finished = new CountDownLatch(1);
        executor().execute(finished::countDown);
        finished.await();
    }

    protected static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void runsATimerThatAnotherThreadSchedulesWhileItWaits() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        clock.schedule(executor(), HOUR, () -> {});
        finish();
        clock.schedule(executor(), 1_000_000, ran::countDown);
        ran.await();
    }

    @Test
    void failureOfATaskIsReportedAndClosesTheExecutor() throws Exception {
        IllegalStateException thrown = new IllegalStateException("test");
        CountDownLatch begin = new CountDownLatch(1);
        executor().execute(() -> {
            awaitUninterruptibly(begin);
            throw thrown;
        });
        executor().execute(() -> ran.add("after"));
        begin.countDown();
        assertSame(thrown, failures.take());
        executor().execute(() -> ran.add("later"));
        executor().close();
        assertEquals(List.of(), ran);
    }

    @Test
    void failureOfATimerIsReported() throws Exception {
        clock.schedule(executor(), 0, () -> {
            throw new IllegalStateException("test");
        });
        assertEquals("test", failures.take().getMessage());
    }

    @Test
    void closeWaitsForTheTaskThatRunsAndDropsTheOthers() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        executor().execute(() -> {
            running.countDown();
            try {
                Thread.sleep(100);
                ran.add("running");
            } catch (InterruptedException e) {
                ran.add("interrupted");
            }
        });
        executor().execute(() -> ran.add("dropped"));
        running.await();
        executor().close();
        assertEquals(List.of("running"), ran);
    }

    @Test
    void taskMayCloseItsOwnExecutor() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        executor().execute(() -> {
            executor().execute(() -> ran.add("dropped"));
            clock.schedule(executor(), 0, () -> ran.add("timer"));
            executor().close();
            closed.countDown();
        });
        closed.await();
        executor().close();
        assertEquals(List.of(), ran);
    }
}
