package io.godwit.member.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Logs refused connections. Identical messages are logged at intervals, with their number. Any thread may call. */
final class RefusalLog {
    /** Minimum interval between identical log messages, in nanoseconds. */
    static final long INTERVAL_NANOS = 10_000_000_000L;
    /** Maximum number of different messages that are remembered. */
    private static final int MAX_MESSAGES = 1_000;

    private final Consumer<String> log;
    private final LongSupplier clock;
    private final Map<String, Repeated> known = new HashMap<>();
    private long count;

    /** When a message was logged last, and how often it was suppressed since then. */
    private static final class Repeated {
        private long said;
        private long silent;
    }

    /** Writes to {@code log}, by a clock in nanoseconds. */
    RefusalLog(Consumer<String> log, LongSupplier clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Number of refused connections. */
    synchronized long count() {
        return count;
    }

    /**
     * Logs a refused connection.
     *
     * @param remote host and port of the other side; another connection of the same process has another port
     */
    synchronized void refused(String remote, String why) {
        int colon = remote.lastIndexOf(':');
        String host = colon < 0 ? remote : remote.substring(0, colon);
        long now = clock.getAsLong();
        count++;
        if (known.size() >= MAX_MESSAGES) {
            known.clear();
        }
        Repeated before = known.get(host + " " + why);
        if (before == null) {
            before = new Repeated();
            known.put(host + " " + why, before);
        } else if (now - before.said < INTERVAL_NANOS) {
            before.silent++;
            return;
        }
        before.said = now;
        String more = before.silent == 0 ? "" : " (and " + before.silent + " more before)";
        before.silent = 0;
        log.accept("connection from " + remote + " refused" + more + ": " + why);
    }
}
