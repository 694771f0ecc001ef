package io.godwit.environment.threads;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import java.security.SecureRandom;

/** The time of the machine, and secure random numbers. */
public final class SystemClock implements Clock {
    private final SecureRandom random = new SecureRandom();

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public Timer schedule(Executor on, long delayNanos, Runnable task) {
        if (on instanceof TimedExecutor timed) {
            return timed.schedule(delayNanos, task);
        }
        throw new IllegalArgumentException(
                "an executor of " + on.getClass().getName() + " has no timers, which the system's clock needs");
    }

    @Override
    public long random() {
        return random.nextLong();
    }
}
