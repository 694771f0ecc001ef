package io.godwit.cli;

import io.godwit.matrix.verify.RungResult;
import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.CheckProgress;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
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
}
