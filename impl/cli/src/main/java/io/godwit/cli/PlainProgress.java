package io.godwit.cli;

import io.godwit.modelcheck.result.EntryResult;
import io.godwit.modelcheck.result.Status;
import io.godwit.modelcheck.run.Job;
import io.godwit.modelcheck.run.Progress;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Progress for logs: one line when a model is done, and one now and then while it takes long. */
final class PlainProgress implements ProgressView {
    private static final double EVERY_SECONDS = 30;

    private final PrintWriter out;
    private final Map<Job, ProgressLine> running = new ConcurrentHashMap<>();
    private final Map<Job, Double> reported = new ConcurrentHashMap<>();
    private int jobs;
    private int done;

    PlainProgress(PrintWriter out) {
        this.out = out;
    }

    @Override
    public synchronized void planned(int count) {
        jobs = count;
    }

    @Override
    public void started(Job job) {
        running.put(job, new ProgressLine(job));
        reported.put(job, 0.0);
    }

    @Override
    public void progress(Job job, Progress progress) {
        ProgressLine line = running.get(job);
        line.update(progress);
        if (line.seconds() - reported.get(job) >= EVERY_SECONDS) {
            reported.put(job, line.seconds());
            print("... " + line.text());
        }
    }

    @Override
    public synchronized void finished(Job job, EntryResult result) {
        done++;
        String word =
                result.status() == Status.PASSED ? "ok     " : result.status().name() + " ";
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
    public void close() {
        out.println();
        out.flush();
    }

    @Override
    public synchronized void note(String text) {
        out.println(text);
        out.flush();
    }
}
