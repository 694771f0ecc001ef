package io.godwit.baseline;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One thread for all that a member does. An error ends the process: half a member is none. */
final class Loop {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

    void execute(Runnable work) {
        thread.execute(() -> guarded(work));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong ends the process
    void every(long millis, Runnable work) {
        thread.scheduleWithFixedDelay(() -> guarded(work), millis, millis, TimeUnit.MILLISECONDS);
    }

    private static void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    void close() {
        thread.shutdownNow();
    }
}
