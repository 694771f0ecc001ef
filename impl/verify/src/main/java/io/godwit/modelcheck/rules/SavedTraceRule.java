package io.godwit.modelcheck.rules;

import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.rules.ManifestRules.Rule;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceException;
import io.godwit.trace.TraceJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A saved counterexample exists, can be read, breaks the property that the entry names, and has the length that it says. */
final class SavedTraceRule implements Rule {
    static final String NAME = "saved-trace";

    static final String UPDATE = "Run check with --update-traces and look at the difference.";

    @Override
    public List<RuleFinding> judge(Models models) {
        List<RuleFinding> findings = new ArrayList<>();
        for (ManifestEntry entry : models.tlcEntries()) {
            if (entry.trace() != null) {
                problem(models.manifest().resolve(entry.trace()), entry)
                        .ifPresent(message -> findings.add(
                                new RuleFinding(NAME, entry.name(), entry.trace() + " " + message, UPDATE)));
            }
        }
        return findings;
    }

    @Override
    public boolean needsWholeManifest() {
        return false;
    }

    /** What is wrong with the file of a counterexample, in words that follow its name. */
    static Optional<String> problem(Path file, ManifestEntry entry) {
        if (!Files.isRegularFile(file)) {
            return Optional.of("does not exist");
        }
        Trace trace;
        try {
            trace = TraceJson.read(file, Lenses.none());
        } catch (TraceException e) {
            return Optional.of("cannot be read: " + e.getMessage());
        }
        if (!trace.meta().property().equals(entry.expect().property())) {
            return Optional.of("breaks " + trace.meta().property() + ", not "
                    + entry.expect().property());
        }
        Integer length = entry.expect().traceLength();
        int saved = trace.steps().size();
        return length != null && length != saved
                ? Optional.of("has " + saved + " states, the manifest says " + length)
                : Optional.empty();
    }
}
