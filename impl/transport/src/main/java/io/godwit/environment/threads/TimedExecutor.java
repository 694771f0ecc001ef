package io.godwit.environment.threads;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;

/** An executor whose own thread also runs tasks later. {@link SystemClock} schedules on these only. */
public interface TimedExecutor extends Executor {
    /**
     * Runs a task once, later, before tasks that were given for immediate execution. After {@link #close} the task is dropped.
     *
     * @param delayNanos 0 or more
     * @return cancels the task
     */
    Clock.Timer schedule(long delayNanos, Runnable task);
}
