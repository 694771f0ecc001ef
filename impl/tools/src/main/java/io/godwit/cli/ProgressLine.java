package io.godwit.cli;

import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.CheckProgress;
import java.util.Locale;

/** A line for a running model. */
final class ProgressLine {
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
