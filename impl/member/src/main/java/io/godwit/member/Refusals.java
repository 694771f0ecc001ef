package io.godwit.member;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Tells of refused connections. Whoever comes again and again for the same reason is told of now and then, not each time. */
final class Refusals {
    /** So long, in nanoseconds, the same is not said again. */
    static final long QUIET = 10_000_000_000L;
    /** So many are remembered; whoever has a new reason each time is not. */
    private static final int MOST = 1_000;

    private final Consumer<String> log;
    private final LongSupplier clock;
    private final Map<String, Repeated> known = new HashMap<>();
    private long count;

    /** When something was said last, and how often it was not since then. */
    private static final class Repeated {
        private long said;
        private long silent;
    }

    /** Tells {@code log}, with a clock in nanoseconds. */
    Refusals(Consumer<String> log, LongSupplier clock) {
        this.log = log;
        this.clock = clock;
    }

    /** How often somebody was. Any thread may ask. */
    synchronized long count() {
        return count;
    }

    /** Somebody was refused. Any thread may say so. */
    synchronized void refused(SocketAddress remote, String why) {
        // Another connection has another port.
        String host = remote instanceof InetSocketAddress address ? address.getHostString() : String.valueOf(remote);
        long now = clock.getAsLong();
        count++;
        if (known.size() >= MOST) {
            known.clear();
        }
        Repeated before = known.get(host + " " + why);
        if (before == null) {
            before = new Repeated();
            known.put(host + " " + why, before);
        } else if (now - before.said < QUIET) {
            before.silent++;
            return;
        }
        before.said = now;
        String more = before.silent == 0 ? "" : " (and " + before.silent + " more before)";
        before.silent = 0;
        log.accept("connection from " + remote + " refused" + more + ": " + why);
    }
}
