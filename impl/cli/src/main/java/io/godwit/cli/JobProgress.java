package io.godwit.cli;

import io.godwit.matrix.verify.RungResult;
import io.godwit.modelcheck.run.Job;
import io.godwit.modelcheck.run.Progress;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** What every view of progress knows: what runs, and how much is done. Its own lock guards all of it. */
abstract class JobProgress implements ProgressView {
    final PrintWriter out;
    final Map<Job, ProgressLine> running = new LinkedHashMap<>();
    int jobs;
    int done;
    boolean closed;
    Supplier<String> doing;

    JobProgress(PrintWriter out) {
        this.out = out;
    }

    /** Has a thread of its own show things again and again. */
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
    public synchronized void started(Job job) {
        running.put(job, new ProgressLine(job));
    }

    @Override
    public synchronized void progress(Job job, Progress progress) {
        ProgressLine line = running.get(job);
        if (line != null) {
            line.update(progress);
        }
    }
}
