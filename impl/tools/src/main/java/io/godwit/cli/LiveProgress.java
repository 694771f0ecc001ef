package io.godwit.cli;

import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.io.PrintWriter;

/** Progress on a terminal: a line for each running model, redrawn twice a second. */
final class LiveProgress extends JobProgress {
    private static final int REDRAW_MILLIS = 500;
    private static final String CLEAR_LINE = "\u001b[2K";
    private static final String UP = "\u001b[%dA";

    private int drawn;
    private int failed;

    LiveProgress(PrintWriter out) {
        super(out);
        inBackground(this::redrawUntilClosed);
    }

    @Override
    public synchronized void planned(int count) {
        super.planned(count);
        failed = 0;
    }

    @Override
    public synchronized void finished(CheckJob job, EntryResult result) {
        running.remove(job);
        done++;
        if (result.status() == EntryStatus.FAILED) {
            failed++;
            erase();
            out.println("FAILED " + job.entry().name() + ": " + result.got().text());
        }
    }

    private synchronized void redrawUntilClosed() {
        try {
            while (!closed) {
                redraw();
                wait(REDRAW_MILLIS);
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private void redraw() {
        erase();
        running.values().forEach(line -> out.println(line.text()));
        out.println(
                doing != null && running.isEmpty()
                        ? doing.get()
                        : done + " of " + jobs + " done" + (failed > 0 ? ", " + failed + " failed" : ""));
        drawn = running.size() + 1;
        out.flush();
    }

    private void erase() {
        if (drawn > 0) {
            out.printf(UP, drawn);
            for (int i = 0; i < drawn; i++) {
                out.println(CLEAR_LINE);
            }
            out.printf(UP, drawn);
            drawn = 0;
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            erase();
            out.flush();
        }
    }

    @Override
    public synchronized void note(String text) {
        erase();
        out.println(text);
        out.flush();
    }
}
