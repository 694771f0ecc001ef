package io.godwit.cli;

import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.Selection;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PlainProgressTest {
    private final StringWriter text = new StringWriter();

    @Test
    @Timeout(60)
    void logContinuesWhileACheckerIsSilent() throws Exception {
        Path root = Path.of(System.getProperty("godwit.root"));
        Manifest manifest = ManifestReader.read(root.resolve("models/manifest.json"), root);
        CheckJob job =
                new Selection(Tier.QUICK, "quorum-table", null).jobs(manifest).get(0);
        try (PlainProgress progress = new PlainProgress(new PrintWriter(text), Duration.ofMillis(20))) {
            waitFor("... reading");
            progress.planned(2);
            waitFor("... 0 of 2 done, none runs");
            progress.started(job);
            waitFor("... quorum-table");
        }
    }

    /** Comes back when the log has that line; a log that stands still runs into the time limit of the test. */
    private void waitFor(String line) throws InterruptedException {
        while (!text.toString().contains(line)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
