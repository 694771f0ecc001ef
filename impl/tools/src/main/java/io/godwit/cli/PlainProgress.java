package io.godwit.cli;

import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/**
 * Progress for logs: a line when a model is done, and a periodic line for each that takes long, even if its checker is silent. A log
 * that stops growing therefore means that this process is stuck.
 */
final class PlainProgress extends JobProgress {
    private static final Duration EVERY = Duration.ofSeconds(30);

    private final Duration every;

    PlainProgress(PrintWriter out) {
        this(out, EVERY);
    }

    /** A view that reports running models at the given interval. */
    PlainProgress(PrintWriter out, Duration every) {
        super(out);
        this.every = every;
        inBackground(this::remindUntilClosed);
    }

    private synchronized void remindUntilClosed() {
        try {
            while (!closed) {
                wait(every.toMillis());
                remind();
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private void remind() {
        if (closed) {
            return;
        }
        running.values().stream()
                .filter(line -> line.seconds() >= every.toMillis() / 1e3)
                .forEach(line -> out.println("... " + line.text()));
        if (running.isEmpty()) {
            out.println("... "
                    + (doing != null
                            ? doing.get()
                            : done < jobs
                                    ? done + " of " + jobs + " done, none runs"
                                    : jobs == 0 ? "reading" : "judging"));
        }
        out.flush();
    }

    @Override
    public synchronized void finished(CheckJob job, EntryResult result) {
        running.remove(job);
        done++;
        String word = result.status() == EntryStatus.PASSED
                ? "ok     "
                : result.status().name() + " ";
        print(String.format(
                Locale.ROOT,
                "[%d/%d] %s %s (%s, %.1f s)",
                done,
                jobs,
                word.strip(),
                job.entry().name(),
                result.got().text(),
                result.seconds()));
    }

    private synchronized void print(String line) {
        out.println(line);
        out.flush();
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        out.println();
        out.flush();
    }

    @Override
    public synchronized void note(String text) {
        out.println(text);
        out.flush();
    }
}
