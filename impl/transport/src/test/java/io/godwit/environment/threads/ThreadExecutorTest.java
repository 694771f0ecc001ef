package io.godwit.environment.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadExecutorTest extends TimedExecutorTest {
    private final ThreadExecutor executor = new ThreadExecutor("test", failures::add);

    @Override
    protected TimedExecutor executor() {
        return executor;
    }

    @AfterEach
    void close() {
        executor.close();
    }

    @Test
    void runsTasksInTheirOrderOnOneThread() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String name = "" + i;
            executor.execute(() -> {
                ran.add(name);
                threads.add(Thread.currentThread());
            });
        }
        finish();
        for (int i = 0; i < 100; i++) {
            assertEquals("" + i, ran.get(i));
            assertSame(threads.get(0), threads.get(i));
        }
        assertEquals("test", threads.get(0).getName());
    }

    @Test
    void runsTimersThatAreDueBeforeTasksAndInTheOrderOfTheirTimes() throws Exception {
        executor.execute(() -> {
            executor.execute(() -> ran.add("task"));
            clock.schedule(executor, 1, () -> ran.add("second"));
            clock.schedule(executor, 0, () -> ran.add("third"));
            clock.schedule(executor, -1_000_000, () -> ran.add("first"));
        });
        finish();
        finish();
        // The times of the second and third may be the same or not.
        assertEquals("first", ran.get(0));
        assertEquals("task", ran.get(3));
    }

    @Test
    void doesNotRunATimerThatIsNotDue() throws Exception {
        clock.schedule(executor, HOUR, () -> ran.add("later"));
        finish();
        finish();
        assertEquals(List.of(), ran);
    }

    @Test
    void doesNotRunATimerThatWasCancelled() throws Exception {
        executor.execute(() -> {
            Clock.Timer cancelled = clock.schedule(executor, 0, () -> ran.add("cancelled"));
            clock.schedule(executor, 0, () -> ran.add("other"));
            clock.schedule(executor, HOUR, () -> ran.add("later")).cancel();
            cancelled.cancel();
            cancelled.cancel();
        });
        finish();
        finish();
        assertEquals(List.of("other"), ran);
    }

    @Test
    void interruptDoesNotEndTheThread() throws Exception {
        BlockingQueue<Thread> thread = new LinkedBlockingQueue<>();
        executor.execute(() -> thread.add(Thread.currentThread()));
        Thread interrupted = thread.take();
        while (interrupted.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        interrupted.interrupt();
        CountDownLatch due = new CountDownLatch(1);
        clock.schedule(executor, 1_000_000, due::countDown);
        due.await();
        finish();
        assertTrue(failures.isEmpty());
    }

    @Test
    void clockRefusesExecutorsWithoutTimers() {
        Executor other = new Executor() {
            @Override
            public void execute(Runnable task) {}

            @Override
            public void yieldThread() {}

            @Override
            public void close() {}
        };
        String message = assertThrows(IllegalArgumentException.class, () -> clock.schedule(other, 0, () -> {}))
                .getMessage();
        assertTrue(message.contains(other.getClass().getName()), message);
    }
}
