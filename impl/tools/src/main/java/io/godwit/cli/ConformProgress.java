package io.godwit.cli;

import io.godwit.conformance.run.ConformListener;
import io.godwit.conformance.run.ConformRow;
import io.godwit.conformance.run.ConformRow.Check;
import io.godwit.modelcheck.result.EntryStatus;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/** Progress of a replay. */
final class ConformProgress implements ConformListener, AutoCloseable {
    private final StatusLine status;
    private final Set<String> running = new LinkedHashSet<>();
    private long start = System.nanoTime();
    private int models;
    private int done;
    private int failed;
    private long transitions;
    private long replayed;

    ConformProgress(PrintWriter out) {
        status = new StatusLine(out, this::text);
    }

    @Override
    public synchronized void planned(int count, long all) {
        models = count;
        transitions = all;
        start = System.nanoTime();
    }

    @Override
    public synchronized void started(String model) {
        running.add(model);
    }

    @Override
    public synchronized void progress(String model, int more) {
        replayed += more;
    }

    @Override
    public void finished(ConformRow row) {
        count(row);
        if (row.status() == EntryStatus.FAILED) {
            status.print("FAILED " + row.name() + ": " + row.summary());
        }
    }

    private synchronized void count(ConformRow row) {
        running.remove(row.name());
        done += row.check() == Check.REPLAY ? 1 : 0;
        failed += row.status() == EntryStatus.FAILED ? 1 : 0;
    }

    private synchronized String text() {
        if (models == 0) {
            return "reading the specification";
        }
        double seconds = Math.max(1e-3, (System.nanoTime() - start) / 1e9);
        return String.format(
                Locale.ROOT,
                "%d of %d models, %,d of %,d transitions, %,.0f/s%s  %s",
                done,
                models,
                replayed,
                transitions,
                replayed / seconds,
                failed > 0 ? ", " + failed + " failed" : "",
                String.join(", ", running));
    }

    @Override
    public void close() {
        status.close();
    }
}
