package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Checks periodically how much of something is free. It is full when less than a reserve is free, and has room again when the reserve
 * and a margin are free.
 */
abstract class FreeSpace {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Texts texts;
    private final Executor executor;
    private final Clock clock;
    private final LimitListener limits;
    private final Consumer<String> log;
    private volatile long reserve;
    private volatile boolean full;

    /**
     * What is said about it.
     *
     * @param full the limit that is reached when less than the reserve is free
     * @param hasRoom the limit that is reached when there is room again
     * @param refused what is not taken while it is full
     * @param place where the space is
     */
    record Texts(Limit full, Limit hasRoom, String refused, String place) {}

    /**
     * Creates a check that has not started.
     *
     * @param executor runs the checks; null if there is nothing to check, so that it is never full
     * @param reserve bytes that are to stay free
     * @param limits is called when it is full, and when it has room again
     * @param log gets a line about the same
     */
    FreeSpace(Texts texts, Executor executor, Clock clock, long reserve, LimitListener limits, Consumer<String> log) {
        this.texts = texts;
        this.executor = executor;
        this.clock = clock;
        this.reserve = reserve;
        this.limits = limits;
        this.log = log;
    }

    /** Bytes that are free, or fewer if that is not known exactly. */
    abstract long free() throws IOException;

    /**
     * Finds out more exactly how much is free, which the next call of {@link #free} then says. It is asked if too little seems to be
     * free.
     *
     * @return false if it has not done so
     */
    abstract boolean measure(boolean wasFull);

    /** How much more than the reserve has to be free so that it is not full any more. */
    abstract long margin(long bytes);

    /** A check has found how much more than half of the reserve is free. */
    void spare(long bytes) {
        // Only the reserve counts.
    }

    /** Starts, with a first check before it returns. */
    public final void start() throws IOException {
        if (exists()) {
            look();
            again();
        }
    }

    /** Whether there is anything to check. */
    abstract boolean exists();

    private void again() {
        clock.schedule(executor, PERIOD_NANOS, () -> {
            try {
                look();
                again();
            } catch (IOException e) {
                log.accept("cannot tell how much space is left in " + texts.place + ": " + e.getMessage());
            }
        });
    }

    /** Sets the number of bytes that are to stay free, from the next check on. Any thread may call. */
    public final void reserve(long bytes) {
        reserve = bytes;
    }

    /** Whether less than the reserve is free. Any thread may call. */
    public boolean isFull() {
        return full;
    }

    private void look() throws IOException {
        long least = reserve;
        long room = least + margin(least);
        long needed = full ? room : least;
        long free = free();
        if (free < needed && measure(full)) {
            free = free();
            needed = room;
        }
        spare(free - least / 2);
        if (!full && free < needed) {
            full = true;
            limits.reached(texts.full);
            log.accept("takes no " + texts.refused + ": " + mebibytes(free) + " MiB are free in " + texts.place
                    + ", and " + mebibytes(least) + " are to stay free");
        } else if (full && free >= needed) {
            full = false;
            limits.reached(texts.hasRoom);
            log.accept("takes " + texts.refused + " again: " + mebibytes(free) + " MiB are free in " + texts.place);
        }
    }

    private static long mebibytes(long bytes) {
        return Math.max(0, bytes) >> 20;
    }
}
