package io.godwit.transport.connection;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A clock that a test moves. For one thread. */
final class ManualClock implements Clock {
    private record Due(long time, Executor executor, Runnable task) {}

    private final List<Due> timers = new ArrayList<>();
    private long now;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public long wallMillis() {
        return now / 1_000_000;
    }

    @Override
    public Timer schedule(Executor on, long delayNanos, Runnable task) {
        Due due = new Due(now + delayNanos, on, task);
        timers.add(due);
        return () -> timers.remove(due);
    }

    @Override
    public long random() {
        return 4;
    }

    /** How many tasks are scheduled. */
    int scheduled() {
        return timers.size();
    }

    /** Moves the time, and gives the tasks that become due to their executors. */
    void advance(long nanos) {
        now += nanos;
        List<Due> due = new ArrayList<>(
                timers.stream().filter(timer -> timer.time() <= now).toList());
        due.sort(Comparator.comparingLong(Due::time));
        timers.removeAll(due);
        due.forEach(timer -> timer.executor().execute(timer.task()));
    }
}
