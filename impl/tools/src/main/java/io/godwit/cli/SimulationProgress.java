package io.godwit.cli;

import io.godwit.simulation.RunResult;
import java.io.PrintWriter;
import java.util.Locale;

/** Progress of a batch of seeds. */
final class SimulationProgress implements AutoCloseable {
    private final StatusLine status;
    private final long seeds;
    private final long start = System.nanoTime();
    private long done;
    private long failed;
    private long delivered;

    SimulationProgress(PrintWriter out, long seeds) {
        this.seeds = seeds;
        this.status = new StatusLine(out, this::text);
    }

    void ended(RunResult result) {
        count(result);
        if (!result.passed()) {
            status.print("FAILED seed " + result.plan().seed() + ": "
                    + firstLine(result.violation().toString()));
        }
    }

    private synchronized void count(RunResult result) {
        done++;
        delivered += result.delivered();
        failed += result.passed() ? 0 : 1;
    }

    static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private synchronized String text() {
        double seconds = seconds();
        return String.format(
                Locale.ROOT,
                "%,d of %,d seeds, %.1f seeds/s, %,.0f messages/s%s",
                done,
                seeds,
                done / seconds,
                delivered / seconds,
                failed > 0 ? ", " + failed + " failed" : "");
    }

    double seconds() {
        return Math.max(1e-3, (System.nanoTime() - start) / 1e9);
    }

    @Override
    public void close() {
        status.close();
    }
}
