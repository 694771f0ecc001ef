package io.godwit.member.transfer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The way to one member, which all logs for it share. {@value #LOGS} of them are sent at once, and the others wait in line: a log
 * that comes early is of use early. Those that are sent take turns, as the {@link Window} has room. Small ones pass.
 */
final class Lane {
    static final int LOGS = 4;

    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(50);

    private final Window window = new Window();
    /** Shares that want to send a part; the first one is next. */
    private final Deque<Share> parts = new ArrayDeque<>();
    /** Shares whose turn has not come. */
    private final Deque<Share> line = new ArrayDeque<>();

    private int active;

    /** One log's share of it. */
    final class Share {
        private final Deque<Long> underWay = new ArrayDeque<>();
        private boolean entered;
        private boolean over;

        /**
         * Waits until it is this log's turn to be sent.
         *
         * @return false if the share was given back meanwhile
         */
        boolean enter() throws InterruptedException {
            synchronized (Lane.this) {
                line.add(this);
                try {
                    while (!over && (active >= LOGS || !isFirst(line, this))) {
                        pause(LOOK);
                    }
                    if (!over) {
                        entered = true;
                        active++;
                    }
                    return !over;
                } finally {
                    line.remove(this);
                    Lane.this.notifyAll();
                }
            }
        }

        /** The log is sent, or given up: it is the next one's turn. */
        void leave() {
            synchronized (Lane.this) {
                if (entered) {
                    entered = false;
                    active--;
                    Lane.this.notifyAll();
                }
            }
        }

        /**
         * Waits for room for one part.
         *
         * @return false if the share was given back meanwhile
         */
        boolean take() throws InterruptedException {
            synchronized (Lane.this) {
                parts.add(this);
                try {
                    long now = System.nanoTime();
                    while (!over) {
                        long wait = isFirst(parts, this) ? window.room(now) : Long.MAX_VALUE;
                        if (wait == 0) {
                            underWay.add(now);
                            window.sent();
                            return true;
                        }
                        pause(wait);
                        now = System.nanoTime();
                    }
                    return false;
                } finally {
                    parts.remove(this);
                    Lane.this.notifyAll();
                }
            }
        }

        /**
         * Sends a part past all others, whether there is room or not.
         *
         * @return false if the share was given back meanwhile
         */
        boolean pass() {
            synchronized (Lane.this) {
                if (!over) {
                    underWay.add(System.nanoTime());
                    window.sent();
                }
                return !over;
            }
        }

        /** One part has arrived. */
        void arrived() {
            synchronized (Lane.this) {
                if (!underWay.isEmpty()) {
                    window.arrived(underWay.remove(), System.nanoTime());
                    Lane.this.notifyAll();
                }
            }
        }

        /** Nothing is sent any more, and whatever is on its way is not waited for. */
        void giveBack() {
            synchronized (Lane.this) {
                over = true;
                window.lost(underWay.size());
                underWay.clear();
                Lane.this.notifyAll();
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a share is itself only
    private static boolean isFirst(Deque<Share> shares, Share share) {
        return shares.peek() == share;
    }

    private void pause(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.timedWait(this, Math.min(LOOK, nanos));
    }

    Share share() {
        return new Share();
    }

    /** How many parts there is room for in all, beyond a pause. */
    synchronized double size() {
        return window.size();
    }
}
