package io.godwit.cli;

import io.godwit.simulation.world.RunResult;
import java.io.PrintWriter;
import java.util.Locale;

/** Progress of many seeds: one line, redrawn on a terminal, and written now and then into a log. */
final class SimulationProgress implements AutoCloseable {
    private static final long REDRAW_MILLIS = 500;
    private static final long REMIND_MILLIS = 15_000;
    private static final String REWRITE = "\r\u001b[2K";

    private final PrintWriter out;
    private final boolean terminal;
    private final long seeds;
    private final long start = System.nanoTime();
    private long done;
    private long failed;
    private long delivered;
    private boolean closed;

    SimulationProgress(PrintWriter out, long seeds) {
        this.out = out;
        this.terminal = Boolean.getBoolean("godwit.terminal");
        this.seeds = seeds;
        Thread redrawer = new Thread(this::redrawUntilClosed, "godwit-progress");
        redrawer.setDaemon(true);
        redrawer.start();
    }

    synchronized void ended(RunResult result) {
        done++;
        delivered += result.delivered();
        if (!result.passed()) {
            failed++;
            line("FAILED seed " + result.plan().seed() + ": "
                    + firstLine(result.violation().toString()));
        }
    }

    /** A line that stays. */
    synchronized void line(String text) {
        out.println((terminal ? REWRITE : "") + text);
        out.flush();
    }

    static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private synchronized void redrawUntilClosed() {
        try {
            while (!closed) {
                wait(terminal ? REDRAW_MILLIS : REMIND_MILLIS);
                if (!closed && terminal) {
                    out.print(REWRITE + text());
                    out.flush();
                } else if (!closed) {
                    line(text());
                }
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private String text() {
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
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (terminal) {
            out.print(REWRITE);
            out.flush();
        }
    }
}
