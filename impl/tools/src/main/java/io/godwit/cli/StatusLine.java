package io.godwit.cli;

import java.io.PrintWriter;
import java.util.function.Supplier;

/** A progress line: redrawn on a terminal, printed periodically elsewhere. Permanent lines can be printed in between. */
final class StatusLine implements AutoCloseable {
    private static final long REDRAW_MILLIS = 500;
    private static final long REMIND_MILLIS = 15_000;
    private static final String REWRITE = "\r\u001b[2K";

    private final PrintWriter out;
    private final Supplier<String> text;
    private final boolean terminal = Boolean.getBoolean("godwit.terminal");
    private boolean closed;

    /**
     * Starts showing progress.
     *
     * @param text supplies the line; called from another thread
     */
    StatusLine(PrintWriter out, Supplier<String> text) {
        this.out = out;
        this.text = text;
        Thread redrawer = new Thread(this::redrawUntilClosed, "godwit-progress");
        redrawer.setDaemon(true);
        redrawer.start();
    }

    /** Prints a permanent line. */
    synchronized void print(String line) {
        out.println((terminal ? REWRITE : "") + line);
        out.flush();
    }

    private synchronized void redrawUntilClosed() {
        try {
            while (!closed) {
                wait(terminal ? REDRAW_MILLIS : REMIND_MILLIS);
                if (!closed && terminal) {
                    out.print(REWRITE + text.get());
                    out.flush();
                } else if (!closed) {
                    print(text.get());
                }
            }
        } catch (InterruptedException e) {
            closed = true;
        }
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
