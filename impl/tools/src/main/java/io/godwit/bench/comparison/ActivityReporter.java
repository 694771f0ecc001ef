package io.godwit.bench.comparison;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reports the current activity and, every two seconds, its duration. */
public final class ActivityReporter implements AutoCloseable {
    private static final long EVERY = 2_000;

    private final Consumer<String> lines;
    private final long every;
    private final Thread thread;
    private String what;
    private long since = System.nanoTime();
    private long said = since;
    private boolean over;

    /**
     * Begins.
     *
     * @param what goes on at the beginning; is not said before two seconds are over
     * @param lines gets what is said
     */
    public ActivityReporter(String what, Consumer<String> lines) {
        this(what, lines, EVERY);
    }

    /** Begins, and says it on standard error. */
    public static ActivityReporter onStandardError(String what) {
        return new ActivityReporter(what, System.err::println);
    }

    ActivityReporter(String what, Consumer<String> lines, long every) {
        this.what = what;
        this.lines = lines;
        this.every = every;
        this.thread = new Thread(this::run, "godwit-bench-activity");
        thread.setDaemon(true);
        thread.start();
    }

    /** Says that something else goes on now. */
    public synchronized void now(String next) {
        what = next;
        since = System.nanoTime();
        said = since;
        lines.accept(next);
    }

    private synchronized void run() {
        try {
            while (!over) {
                wait(every);
                long now = System.nanoTime();
                if (!over && now - said >= TimeUnit.MILLISECONDS.toNanos(every)) {
                    said = now;
                    lines.accept(what + ", for " + TimeUnit.NANOSECONDS.toSeconds(now - since) + " s");
                }
            }
        } catch (InterruptedException e) {
            over = true;
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            over = true;
            notifyAll();
        }
    }
}
