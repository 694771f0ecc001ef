package io.godwit.cli;

import io.godwit.cli.VerifyCommand.VerifyTable;
import io.godwit.matrix.verify.VerifyReport.RungResult;
import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.CheckListener.CheckProgress;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** State that all progress views share: running jobs and completed work. All of it is guarded by this object's lock. */
abstract class JobProgress implements ProgressView {
    final PrintWriter out;
    final Map<CheckJob, ProgressLine> running = new LinkedHashMap<>();
    int jobs;
    int done;
    boolean closed;
    Supplier<String> doing;

    JobProgress(PrintWriter out) {
        this.out = out;
    }

    /** Refreshes the view periodically on a dedicated thread. */
    static void inBackground(Runnable showing) {
        Thread thread = new Thread(showing, "godwit-progress");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public synchronized void planned(int count) {
        jobs = count;
        done = 0;
    }

    @Override
    public synchronized void doing(Supplier<String> line) {
        doing = line;
    }

    @Override
    public synchronized void finished(RungResult rung) {
        note(VerifyTable.line(rung));
    }

    @Override
    public synchronized void started(CheckJob job) {
        running.put(job, new ProgressLine(job));
    }

    @Override
    public synchronized void progress(CheckJob job, CheckProgress progress) {
        ProgressLine line = running.get(job);
        if (line != null) {
            line.update(progress);
        }
    }

    /** A line for a running model. */
    static final class ProgressLine {
        private final CheckJob job;
        private final long started = System.nanoTime();
        private volatile CheckProgress latest = new CheckProgress(0, 0, 0, 0, 0);

        ProgressLine(CheckJob job) {
            this.job = job;
        }

        void update(CheckProgress progress) {
            latest = progress;
        }

        double seconds() {
            return (System.nanoTime() - started) / 1e9;
        }

        String text() {
            CheckProgress now = latest;
            double seconds = seconds();
            return String.format(
                    Locale.ROOT,
                    "%-36s %,11d states %,8.0f/s queue %,9d  %3.0f/%d s",
                    job.entry().name(),
                    now.distinct(),
                    now.generated() / Math.max(seconds, 0.1),
                    now.queue(),
                    seconds,
                    job.entry().seconds());
        }
    }
}
