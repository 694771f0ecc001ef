package io.godwit.modelcheck;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.manifest.CountsEditor;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.manifest.ManifestReader;
import io.godwit.modelcheck.run.CheckJob;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.Counts;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.modelcheck.run.JobResult;
import io.godwit.modelcheck.run.TraceSaver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a check writes besides its results: counts into the manifest, counterexamples into files. */
final class Updates {
    private Updates() {}

    /**
     * Writes the counts that came out into the manifest, and returns the manifest as it is then.
     *
     * @param refused findings about the entries whose counts must not be written
     */
    static Manifest counts(Manifest manifest, List<JobResult> results, List<RuleFinding> refused)
            throws BadInputException, IOException {
        Map<String, Map<String, Long>> changed = Counts.changed(results);
        refused.forEach(finding -> changed.remove(finding.subject()));
        if (changed.isEmpty()) {
            return manifest;
        }
        Path file = manifest.file();
        Files.writeString(file, CountsEditor.edit(Files.readString(file), changed));
        return ManifestReader.read(file, manifest.root());
    }

    /** The same runs, judged by another version of the manifest. */
    static List<JobResult> judgeAgain(Manifest manifest, List<JobResult> results) {
        return results.stream().map(result -> judgeAgain(manifest, result)).toList();
    }

    private static JobResult judgeAgain(Manifest manifest, JobResult result) {
        if (result.engine() == null) {
            return result;
        }
        String name = result.job().entry().name();
        CheckJob job =
                new CheckJob(manifest.entry(name).orElseThrow(), result.job().engine());
        return JobResult.of(job, result.engine());
    }

    /** Writes the counterexamples that came out as expected to the files that their entries name. */
    static void traces(Manifest manifest, List<JobResult> results, TraceSaver saver) {
        for (JobResult result : results) {
            String trace = result.job().entry().trace();
            if (trace != null
                    && result.job().engine() == ModelChecker.TLC
                    && result.shown().status() == EntryStatus.PASSED) {
                saver.save(result, manifest.resolve(trace));
            }
        }
    }

    /**
     * Keeps the counterexample of this run: those of findings and of failures always.
     *
     * @param directory where to keep those of all entries too; null for nowhere
     * @return the result, with the file
     */
    static EntryResult keep(Manifest manifest, JobResult result, TraceSaver saver, Path directory) {
        EntryResult shown = result.shown();
        List<Path> places = new ArrayList<>();
        if (shown.kind() == EntryKind.FINDING || shown.status() == EntryStatus.FAILED) {
            places.add(manifest.resolve(TraceSaver.DIRECTORY));
        }
        if (directory != null) {
            places.add(directory);
        }
        for (Path place : places) {
            Path file = place.resolve(shown.name() + ".json");
            if (saver.save(result, file)) {
                Path relative =
                        file.startsWith(manifest.root()) ? manifest.root().relativize(file) : file;
                shown = shown.withTrace(relative.toString());
            }
        }
        return shown;
    }
}
