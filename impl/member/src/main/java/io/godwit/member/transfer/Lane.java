package io.godwit.member.transfer;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * How much may be on its way to one member without an acknowledgement, over all logs. What clients wait for takes the same way,
 * and stands behind whatever was sent before. Logs take turns.
 */
final class Lane {
    /** Parts of about 256 KiB. */
    static final int PARTS = 4;

    private static final long LOOK = 50;

    private final Semaphore free = new Semaphore(PARTS, true);

    /** One log's share of it. */
    final class Share {
        private int taken;
        private boolean over;

        /** Waits for room for one part; false if the share was given back meanwhile. */
        boolean take() throws InterruptedException {
            while (!isOver()) {
                if (free.tryAcquire(LOOK, TimeUnit.MILLISECONDS)) {
                    return keep();
                }
            }
            return false;
        }

        private synchronized boolean isOver() {
            return over;
        }

        private synchronized boolean keep() {
            if (over) {
                free.release();
                return false;
            }
            taken++;
            return true;
        }

        /** One part has arrived. */
        synchronized void arrived() {
            if (taken > 0) {
                taken--;
                free.release();
            }
        }

        /** Nothing is sent any more, and whatever is on its way is not waited for. */
        synchronized void giveBack() {
            over = true;
            free.release(taken);
            taken = 0;
        }
    }

    Share share() {
        return new Share();
    }

    /** How many parts there is room for. */
    int room() {
        return free.availablePermits();
    }
}
