package io.godwit.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Clock;
import io.godwit.environment.threads.TimedExecutor;
import io.godwit.environment.threads.TimedExecutorTest;
import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class NetworkExecutorTest extends TimedExecutorTest {
    private static final int THREADS = 3;

    private final NioEventLoopGroup threads = new NioEventLoopGroup(THREADS);
    private final NetworkExecutor executor = new NetworkExecutor(threads, failures::add);

    @Override
    protected TimedExecutor executor() {
        return executor;
    }

    @AfterEach
    void close() {
        threads.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private List<EventLoop> loops() {
        List<EventLoop> loops = new ArrayList<>();
        for (EventExecutor each : threads) {
            loops.add((EventLoop) each);
        }
        return loops;
    }

    /** The thread that runs timers and the tasks of other threads. */
    private EventLoop home() {
        return loops().get(0);
    }

    @Test
    void threadOfTheNetworkRunsWhatItGives() throws Exception {
        for (EventLoop loop : loops()) {
            NetworkExecutor idle = new NetworkExecutor(threads, failures::add);
            BlockingQueue<Boolean> here = new LinkedBlockingQueue<>();
            loop.execute(() -> idle.execute(() -> here.add(loop.inEventLoop())));
            assertTrue(here.take());
        }
    }

    @Test
    void threadOfTheNetworkRunsWhatItGivesAfterWhatItIsDoing() throws Exception {
        loops().get(1).execute(() -> {
            executor.execute(() -> ran.add("given"));
            ran.add("giver");
        });
        while (ran.size() < 2) {
            finish();
        }
        assertEquals(List.of("giver", "given"), ran);
    }

    @Test
    void otherThreadsWakeAlwaysTheSame() throws Exception {
        List<Thread> ranOn = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            executor.execute(() -> ranOn.add(Thread.currentThread()));
            finish();
        }
        ranOn.forEach(thread -> assertTrue(home().inEventLoop(thread)));
    }

    /** Threads of the network and others give tasks at the same time; each is to find what the one before it has left. */
    @Test
    void tasksOfManyThreadsRunOneAfterTheOtherAndThoseOfOneInOrder() throws Exception {
        int tasks = 20_000;
        int[] last = new int[2 * THREADS];
        int[] inside = new int[1];
        int[] all = new int[1];
        List<String> wrong = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(2 * THREADS * tasks);
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 2 * THREADS; i++) {
            int giver = i;
            Runnable give = () -> {
                for (int n = 1; n <= tasks; n++) {
                    int number = n;
                    executor.execute(() -> {
                        if (inside[0]++ != 0 || last[giver] + 1 != number) {
                            wrong.add(giver + ": " + number + " after " + last[giver]);
                        }
                        last[giver] = number;
                        all[0]++;
                        inside[0]--;
                        done.countDown();
                    });
                }
            };
            if (i < THREADS) {
                loops().get(i).execute(give);
            } else {
                others.add(new Thread(give));
            }
        }
        others.forEach(Thread::start);
        done.await();
        finish();
        assertEquals(List.of(), wrong);
        assertEquals(2 * THREADS * tasks, all[0]);
    }

    /** A thread looks at its sockets once in each iteration. A task that is given by a task must not delay that. */
    @Test
    void taskThatIsGivenByATaskRunsInTheNextIteration() throws Exception {
        EventLoop loop = loops().get(1);
        CountDownLatch over = new CountDownLatch(1);
        loop.execute(() -> executor.execute(() -> {
            ((SingleThreadEventLoop) loop).executeAfterEventLoopIteration(() -> ran.add("end of the iteration"));
            executor.execute(() -> {
                ran.add("second");
                over.countDown();
            });
            ran.add("first");
        }));
        over.await();
        finish();
        assertEquals(List.of("first", "end of the iteration", "second"), ran);
    }

    @Test
    void timersThatAreDueRunBeforeTasks() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        EventLoop other = loops().stream()
                .filter(loop -> !loop.equals(home()))
                .findFirst()
                .orElseThrow();
        other.execute(() -> executor.execute(() -> {
            executor.execute(() -> {
                ran.add("task");
                over.countDown();
            });
            clock.schedule(executor, 0, () -> ran.add("timer"));
            awaitDue();
        }));
        over.await();
        finish();
        assertEquals(List.of("timer", "task"), ran);
    }

    @Test
    void timerThatBecomesDueDuringATaskRunsAfterIt() throws Exception {
        CountDownLatch due = new CountDownLatch(1);
        loops().get(1)
                .execute(() -> executor.execute(() -> {
                    clock.schedule(executor, 0, due::countDown);
                    awaitDue();
                }));
        due.await();
    }

    @Test
    void cancelledTimerDoesNotRun() throws Exception {
        executor.execute(() -> {
            Clock.Timer cancelled = clock.schedule(executor, 0, () -> ran.add("cancelled"));
            clock.schedule(executor, HOUR, () -> ran.add("later")).cancel();
            cancelled.cancel();
        });
        finish();
        finish();
        assertEquals(List.of(), ran);
    }

    @Test
    void cancelledTimerIsForgotten() throws Exception {
        WeakReference<Object> held = cancelled();
        while (held.get() != null) {
            System.gc();
            Thread.sleep(1);
        }
        finish();
    }

    private WeakReference<Object> cancelled() {
        List<String> heldByTheTask = new ArrayList<>();
        clock.schedule(executor, HOUR, () -> heldByTheTask.add("ran")).cancel();
        return new WeakReference<>(heldByTheTask);
    }

    /** Both timers are due when the first one runs, and the second one waits behind it. */
    @Test
    void timerThatIsDueCanBeCancelledByTheOneBeforeIt() throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        Clock.Timer[] second = new Clock.Timer[1];
        executor.execute(() -> awaitUninterruptibly(begin));
        clock.schedule(executor, 0, () -> second[0].cancel());
        second[0] = clock.schedule(executor, 0, () -> ran.add("cancelled"));
        begin.countDown();
        awaitDue();
        finish();
        assertEquals(List.of(), ran);
    }

    @Test
    void taskThatClosesItsExecutorEndsItsTimers() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        executor.execute(() -> {
            clock.schedule(executor, 0, () -> ran.add("timer"));
            executor.close();
            closed.countDown();
        });
        closed.await();
        awaitDue();
        executor.close();
        assertEquals(List.of(), ran);
    }

    @Test
    void takesNothingWhenItsThreadsHaveEnded() throws Exception {
        close();
        executor.execute(() -> ran.add("task"));
        clock.schedule(executor, 0, () -> ran.add("timer")).cancel();
        executor.close();
        assertEquals(List.of(), ran);
    }

    /** Waits until timers that were scheduled for now are due: their thread, which does nothing else, comes to this later. */
    private void awaitDue() {
        assertTrue(home().schedule(() -> {}, 1, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly()
                .isSuccess());
    }
}
