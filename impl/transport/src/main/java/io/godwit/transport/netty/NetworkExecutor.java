package io.godwit.transport.netty;

import io.godwit.environment.Clock;
import io.godwit.environment.threads.TimedExecutor;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An executor without a thread of its own: network threads run its tasks, one after the other. A task that a network thread gives
 * runs on that thread as soon as it has read what has arrived. Other threads wake a network thread that is always the same. Tasks that
 * are given while others run wait until the thread has read and written again.
 */
final class NetworkExecutor implements TimedExecutor {
    private final EventLoopGroup threads;
    /** Runs timers, and the tasks of threads that are none of the network. */
    private final EventLoop home;

    private final Consumer<Throwable> failed;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Not more than there are tasks in the queue. */
    private final AtomicInteger waiting = new AtomicInteger();
    /** Timers that are due. */
    private final Queue<Due> due = new ConcurrentLinkedQueue<>();
    /** Whether a thread runs tasks or has been asked to. */
    private final AtomicBoolean asked = new AtomicBoolean();

    private volatile boolean closed;

    /**
     * An executor on these threads.
     *
     * @param failed receives what a task has thrown; the executor is then closed
     */
    NetworkExecutor(EventLoopGroup threads, Consumer<Throwable> failed) {
        this.threads = threads;
        this.home = threads.next();
        this.failed = failed;
    }

    private static final class Due implements Clock.Timer {
        private final Runnable task;
        private volatile boolean cancelled;
        /** Null if the transport is closed. */
        private Future<?> scheduled;

        Due(Runnable task) {
            this.task = task;
        }

        @Override
        public void cancel() {
            cancelled = true;
            if (scheduled != null) {
                scheduled.cancel(false);
            }
        }
    }

    /** The one of these threads that calls this; null if none does. */
    static EventLoop current(EventLoopGroup threads) {
        for (EventExecutor each : threads) {
            if (each.inEventLoop()) {
                return (EventLoop) each;
            }
        }
        return null;
    }

    @Override
    public void execute(Runnable task) {
        if (!closed) {
            tasks.add(task);
            waiting.incrementAndGet();
            ask();
        }
    }

    @Override
    public Clock.Timer schedule(long delayNanos, Runnable task) {
        Due timer = new Due(task);
        try {
            timer.scheduled = home.schedule(
                    () -> {
                        due.add(timer);
                        ask();
                    },
                    delayNanos,
                    TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // The transport is closed, and with it this executor.
        }
        return timer;
    }

    /** Asks a thread to run what waits, unless one does or has been asked. */
    private void ask() {
        if (!asked.get() && asked.compareAndSet(false, true)) {
            EventLoop current = current(threads);
            hand(current == null ? home : current);
        }
    }

    private void hand(EventLoop thread) {
        try {
            thread.execute(() -> run(thread));
        } catch (RejectedExecutionException e) {
            // The transport is closed, and with it this executor.
        }
    }

    private void run(EventLoop thread) {
        runAll();
        asked.set(false);
        if ((!tasks.isEmpty() || !due.isEmpty()) && asked.compareAndSet(false, true)) {
            // Tasks of a Netty thread run one after the other without a look at its sockets, those behind this one as
            // well.
            ((SingleThreadEventLoop) thread).executeAfterEventLoopIteration(() -> hand(thread));
        }
    }

    /** Runs what waits now, timers first. The lock lets {@link #close} wait. */
    private synchronized void runAll() {
        try {
            for (Due timer = due.poll(); timer != null; timer = due.poll()) {
                if (!closed && !timer.cancelled) {
                    timer.task.run();
                }
            }
            for (int left = waiting.get(); left > 0 && !closed; left--) {
                waiting.decrementAndGet();
                tasks.remove().run();
            }
        } catch (RuntimeException | Error e) {
            closed = true;
            failed.accept(e);
        }
        if (closed) {
            tasks.clear();
            due.clear();
        }
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but speed
    public void yieldThread() {
        Thread.yield();
    }

    @Override
    @SuppressWarnings("EmptySynchronizedBlock")
    public void close() {
        closed = true;
        synchronized (this) {
            // Another thread that runs a task has ended it now; a task that calls this has the lock already.
        }
    }
}
