package io.godwit.member.transfer;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/**
 * The path to one member, shared by all snapshots for it. {@value #MAX_ACTIVE} of them are sent at the same time and the others wait
 * in line, because a copy that arrives early is of use early. Those that are sent take turns, chunk by chunk, as the {@link
 * CongestionWindow} has room. Small snapshots do not wait. Belongs to the "transfer" executor: no other thread may call.
 */
final class SendQueue {
    /** Snapshots that are sent to one member at the same time, without small ones. */
    static final int MAX_ACTIVE = 4;

    private final Clock clock;
    private final Executor executor;
    private final Supplier<RateLimit> limit;
    private final LimitListener limits;
    private final CongestionWindow window = new CongestionWindow();
    /** Snapshots with a chunk to send; the first one is next. */
    private final Deque<Slot> requests = new ArrayDeque<>();
    /** Snapshots that have not begun. */
    private final Deque<Slot> line = new ArrayDeque<>();

    private int active;
    /** Whether a chunk has to wait. */
    private boolean waits;
    /** Ends a pause between chunks; null if none is waited for. */
    private Clock.Timer pause;

    /**
     * Creates the path to a member.
     *
     * @param executor the "transfer" executor
     * @param limits is called when a snapshot or a chunk has to wait, and when that is over
     * @param limit the rate limit that applies now, asked before each chunk
     */
    SendQueue(Clock clock, Executor executor, Supplier<RateLimit> limit, LimitListener limits) {
        this.clock = clock;
        this.executor = executor;
        this.limit = limit;
        this.limits = limits;
    }

    /** One snapshot's use of the path. */
    final class Slot {
        private final Deque<Long> underWay = new ArrayDeque<>();
        private Runnable start;
        private Runnable granted;
        private boolean active;
        private boolean inLine;
        private boolean cancelled;

        /**
         * Puts the snapshot in line.
         *
         * @param begin is called when it is its turn, perhaps at once; never after {@link #cancel}
         */
        void enqueue(Runnable begin) {
            if (!cancelled) {
                start = begin;
                line.add(this);
                startNext();
                if (line.contains(this)) {
                    inLine = true;
                    limits.reached(Limit.SNAPSHOTS_WAIT);
                }
            }
        }

        /** The snapshot is sent or given up; the next one may begin. */
        void leave() {
            if (active) {
                active = false;
                SendQueue.this.active--;
                startNext();
            }
        }

        /**
         * Asks for room for one chunk.
         *
         * @param send is called when there is room, perhaps at once; never after {@link #cancel}
         */
        void request(Runnable send) {
            if (!cancelled) {
                granted = send;
                requests.add(this);
                advance();
            }
        }

        /** Counts a chunk that is sent now, whether there is room or not. */
        void count() {
            if (!cancelled) {
                underWay.add(clock.nanoTime());
                window.sent();
            }
        }

        /** The oldest chunks were acknowledged. The time is measured by the last one of them only: it has caused the message. */
        void acknowledged(int chunks) {
            int known = Math.min(chunks, underWay.size());
            for (int i = 1; i < known; i++) {
                underWay.remove();
                window.forget(1);
            }
            if (known > 0) {
                window.acknowledged(underWay.remove(), clock.nanoTime(), limit.get());
                advance();
            }
        }

        /** The snapshot is given up. Parts that are on their way are no longer waited for. May be called again. */
        void cancel() {
            cancelled = true;
            line.remove(this);
            requests.remove(this);
            window.forget(underWay.size());
            underWay.clear();
            leave();
            advance();
        }
    }

    Slot newSlot() {
        return new Slot();
    }

    private void startNext() {
        while (active < MAX_ACTIVE && !line.isEmpty()) {
            Slot next = line.remove();
            next.active = true;
            active++;
            if (next.inLine) {
                limits.reached(Limit.SNAPSHOTS_CONTINUE);
            }
            next.start.run();
        }
    }

    /** Sends chunks as long as there is room. */
    private void advance() {
        if (pause != null) {
            pause.cancel();
            pause = null;
        }
        while (!requests.isEmpty()) {
            long delay = window.delay(clock.nanoTime(), limit.get());
            if (delay > 0) {
                if (!waits) {
                    waits = true;
                    limits.reached(Limit.WINDOW_WAIT);
                }
                if (delay < Long.MAX_VALUE) {
                    pause = clock.schedule(executor, delay, this::advance);
                }
                return;
            }
            Slot next = requests.remove();
            if (waits) {
                waits = false;
                limits.reached(Limit.WINDOW_CONTINUES);
            }
            next.count();
            next.granted.run();
        }
    }

    /** Number of chunks for which there is room in all; below 1 there are pauses. */
    double size() {
        return window.size();
    }
}
