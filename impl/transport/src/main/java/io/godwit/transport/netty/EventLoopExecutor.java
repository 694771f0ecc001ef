package io.godwit.transport.netty;

import io.godwit.environment.Clock;
import io.godwit.environment.threads.TimedExecutor;
import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The executor of a connection: the event loop that serves its socket, and others. Timers that are due run behind tasks that
 * wait already.
 */
final class EventLoopExecutor implements TimedExecutor {
    private final EventLoop loop;

    EventLoopExecutor(EventLoop loop) {
        this.loop = loop;
    }

    @Override
    public void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            // The transport is closed, and with it this executor.
        }
    }

    @Override
    public Clock.Timer schedule(long delayNanos, Runnable task) {
        try {
            Future<?> scheduled = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException e) {
            return () -> {};
        }
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but speed
    public void yieldThread() {
        Thread.yield();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("the executor belongs to the transport, which closes it");
    }
}
