package io.godwit.bench.comparison;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Messages from a system's process to the parent process. */
public final class ProcessMessages {
    /** What a line of output begins with that is meant for the process that waits. */
    static final String MARK = "#godwit-bench ";

    private static final long POLL = 2;

    private ProcessMessages() {}

    /** Reports progress. */
    public static void say(String progress) {
        System.out.println(MARK + progress);
    }

    /** Reports the result. */
    public static void tell(List<?> outcomes) throws JsonProcessingException {
        System.out.println(MARK + new ObjectMapper().writeValueAsString(outcomes));
    }

    /**
     * Waits for a condition and reports that it waits.
     *
     * @param bound seconds
     * @throws IllegalStateException if it takes longer than that
     */
    public static void await(String what, long bound, BooleanSupplier holds) throws InterruptedException {
        long start = System.nanoTime();
        if (!holds.getAsBoolean()) {
            say("waiting until " + what);
        }
        while (!holds.getAsBoolean()) {
            Thread.sleep(POLL);
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(bound)) {
                throw new IllegalStateException("not within " + bound + " s: " + what);
            }
        }
    }
}
