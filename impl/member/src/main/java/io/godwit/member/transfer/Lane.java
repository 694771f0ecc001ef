package io.godwit.member.transfer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The way to one member, which all logs for it share. {@value #LOGS} of them are sent at once, and the others wait in line: a log
 * that comes early is of use early. Those that are sent take turns, as the {@link Window} has room. Small ones pass. Any thread
 * may call. A hundred logs may be in line: they take no thread, and of those that are sent only the next one is woken.
 */
final class Lane {
    static final int LOGS = 4;

    private final Lock lock = new ReentrantLock();
    private final Window window = new Window();
    private final Supplier<Manner> manner;
    /** Shares that want to send a part; the first one is next. */
    private final Deque<Share> parts = new ArrayDeque<>();
    /** Shares whose turn has not come. */
    private final Deque<Share> line = new ArrayDeque<>();

    private int active;

    /**
     * A way that is free.
     *
     * @param manner how parts are to go now; is asked for each of them, by any thread
     */
    Lane(Supplier<Manner> manner) {
        this.manner = manner;
    }

    /** One log's share of it. */
    final class Share {
        private final Condition turn = lock.newCondition();
        private final Deque<Long> underWay = new ArrayDeque<>();
        private Runnable begin;
        private boolean entered;
        private boolean over;

        /**
         * Puts the log in line.
         *
         * @param start begins to send it, when it is its turn; is not called if the share is given back before. Must not take long
         */
        void enter(Runnable start) {
            go(() -> {
                if (!over) {
                    begin = start;
                    line.add(this);
                }
            });
        }

        /** The log is sent, or given up: it is the next one's turn. */
        void leave() {
            go(() -> {
                if (entered) {
                    entered = false;
                    active--;
                }
            });
        }

        /**
         * Waits for room for one part.
         *
         * @return false if the share was given back meanwhile
         */
        boolean take() throws InterruptedException {
            lock.lock();
            try {
                parts.add(this);
                try {
                    return awaitRoom();
                } finally {
                    parts.remove(this);
                    wake();
                }
            } finally {
                lock.unlock();
            }
        }

        private boolean awaitRoom() throws InterruptedException {
            while (!over) {
                long now = System.nanoTime();
                long wait = isNext(this) ? window.room(now, manner.get()) : Long.MAX_VALUE;
                if (wait == 0) {
                    underWay.add(now);
                    window.sent();
                    return true;
                } else if (wait == Long.MAX_VALUE) {
                    turn.await();
                } else {
                    turn.awaitNanos(wait);
                }
            }
            return false;
        }

        /**
         * Sends a part past all others, whether there is room or not.
         *
         * @return false if the share was given back meanwhile
         */
        boolean pass() {
            lock.lock();
            try {
                if (!over) {
                    underWay.add(System.nanoTime());
                    window.sent();
                }
                return !over;
            } finally {
                lock.unlock();
            }
        }

        /** One part has arrived. */
        void arrived() {
            lock.lock();
            try {
                if (!underWay.isEmpty()) {
                    window.arrived(underWay.remove(), System.nanoTime(), manner.get());
                    wake();
                }
            } finally {
                lock.unlock();
            }
        }

        /** Nothing is sent any more, and whatever is on its way is not waited for. */
        void giveBack() {
            lock.lock();
            try {
                over = true;
                line.remove(this);
                window.lost(underWay.size());
                underWay.clear();
                turn.signal();
                wake();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Changes something, and lets those begin whose turn it is then; they do so without the lock. */
    private void go(Runnable change) {
        List<Runnable> begin = new ArrayList<>();
        lock.lock();
        try {
            change.run();
            while (active < LOGS && !line.isEmpty()) {
                Share next = line.remove();
                next.entered = true;
                active++;
                begin.add(next.begin);
            }
        } finally {
            lock.unlock();
        }
        begin.forEach(Runnable::run);
    }

    @SuppressWarnings("ReferenceEquality") // a share is itself only
    private boolean isNext(Share share) {
        return parts.peek() == share;
    }

    /** Lets the next one look again whether there is room; the others wait for it in any case. */
    private void wake() {
        Share next = parts.peek();
        if (next != null) {
            next.turn.signal();
        }
    }

    Share share() {
        return new Share();
    }

    /** How many parts there is room for in all, beyond a pause. */
    double size() {
        lock.lock();
        try {
            return window.size();
        } finally {
            lock.unlock();
        }
    }
}
