package io.godwit.environment.threads;

import io.godwit.environment.Clock;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** An executor with a dedicated thread. Before each task it runs the timers that are due. */
public final class ThreadExecutor implements TimedExecutor {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final TreeSet<Due> timers = new TreeSet<>();
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private long timersMade;
    /** The time of the first timer; undefined if {@link #hasTimers} is false. Both are written under the lock of the timers. */
    private volatile long nextDue;

    private volatile boolean hasTimers;
    private volatile boolean closed;

    /**
     * Starts a thread, which does not keep the process alive, and which an interrupt does not end.
     *
     * @param name of the thread
     * @param failed receives what a task has thrown; the executor is then closed
     */
    public ThreadExecutor(String name, Consumer<Throwable> failed) {
        this.failed = failed;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private final class Due implements Clock.Timer, Comparable<Due> {
        private final long time;
        private final long number;
        private final Runnable task;

        Due(long time, long number, Runnable task) {
            this.time = time;
            this.number = number;
            this.task = task;
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // no two timers are equal
        public int compareTo(Due other) {
            return time == other.time ? Long.compare(number, other.number) : Long.signum(time - other.time);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }

        @Override
        public void cancel() {
            synchronized (timers) {
                timers.remove(this);
                findNext();
            }
        }
    }

    @Override
    public void execute(Runnable task) {
        if (!closed) {
            tasks.add(task);
        }
    }

    /** The number of queued tasks, without timers. */
    public int backlog() {
        return tasks.size();
    }

    @Override
    public Clock.Timer schedule(long delayNanos, Runnable task) {
        Due due;
        boolean first;
        synchronized (timers) {
            due = new Due(System.nanoTime() + delayNanos, timersMade++, task);
            timers.add(due);
            first = timers.first().equals(due);
            findNext();
        }
        if (first && Thread.currentThread() != thread) {
            execute(ThreadExecutor::wake);
        }
        return due;
    }

    /** Ends the wait for a task. */
    private static void wake() {}

    private void findNext() {
        if (!timers.isEmpty()) {
            nextDue = timers.first().time;
        }
        hasTimers = !timers.isEmpty();
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it but speed
    public void yieldThread() {
        Thread.yield();
    }

    private void run() {
        try {
            while (!closed) {
                Runnable task = next();
                runTimers();
                if (task != null && !closed) {
                    task.run();
                }
            }
        } catch (RuntimeException | Error e) {
            closed = true;
            failed.accept(e);
        } finally {
            tasks.clear();
        }
    }

    /** Waits for a task; null when a timer may be due. */
    private Runnable next() {
        Runnable task = tasks.poll();
        if (task != null) {
            return task;
        }
        try {
            return hasTimers ? tasks.poll(nextDue - System.nanoTime(), TimeUnit.NANOSECONDS) : tasks.take();
        } catch (InterruptedException e) {
            // Meant for another thread of the group in which this one was made: it has no reason to end.
            return null;
        }
    }

    private void runTimers() {
        while (hasTimers && nextDue - System.nanoTime() <= 0 && !closed) {
            Due due = null;
            synchronized (timers) {
                if (!timers.isEmpty() && timers.first().time - System.nanoTime() <= 0) {
                    due = timers.pollFirst();
                }
                findNext();
            }
            if (due != null) {
                due.task.run();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        tasks.add(ThreadExecutor::wake);
        if (Thread.currentThread() != thread) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
