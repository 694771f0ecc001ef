package io.godwit.modelcheck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.godwit.modelcheck.manifest.Manifest;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.modelcheck.manifest.ManifestEntry.EntryKind;
import io.godwit.modelcheck.manifest.ManifestEntry.ModelChecker;
import io.godwit.modelcheck.run.CheckReport.RuleFinding;
import io.godwit.modelcheck.run.EntryResult;
import io.godwit.modelcheck.run.EntryResult.EntryStatus;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceException;
import io.godwit.trace.TraceJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The counterexamples that this run wrote for its findings: each fits the published schema, breaks the property that the entry names in as
 * many states as it says, and is read back as it was written. A counterexample that is saved in the project is the run that TLC found.
 */
public final class CounterexampleRule {
    static final String NAME = "counterexample";

    private final JsonSchema schema;
    private final Lenses lenses;

    /** A rule that reads traces with these lenses. */
    public CounterexampleRule(Lenses lenses) throws IOException {
        this.lenses = lenses;
        try (InputStream in = Trace.class.getResourceAsStream("trace.schema.json")) {
            this.schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(new ObjectMapper().readTree(in));
        }
    }

    /** What is wrong with the counterexamples of these results. */
    public List<RuleFinding> findings(Manifest manifest, List<EntryResult> results) throws IOException {
        List<RuleFinding> findings = new ArrayList<>();
        for (EntryResult result : results) {
            if (result.kind() == EntryKind.FINDING
                    && result.engine() == ModelChecker.TLC
                    && result.status() == EntryStatus.PASSED
                    && result.trace() != null) {
                ManifestEntry entry = manifest.entry(result.name()).orElseThrow();
                judge(manifest, entry, manifest.resolve(result.trace()), findings);
            }
        }
        return findings;
    }

    private void judge(Manifest manifest, ManifestEntry entry, Path file, List<RuleFinding> findings)
            throws IOException {
        Optional<String> problem = problem(file, entry);
        if (problem.isPresent()) {
            findings.add(new RuleFinding(
                    NAME,
                    entry.name(),
                    file + " " + problem.get(),
                    "The specification is not at fault: correct what writes or reads traces."));
        } else if (entry.trace() != null && isAnotherRun(manifest.resolve(entry.trace()), file)) {
            findings.add(new RuleFinding(
                    SavedTraceRule.NAME,
                    entry.name(),
                    entry.trace() + " is not the run that was found now",
                    SavedTraceRule.UPDATE));
        }
    }

    /** What is wrong with a file that this run wrote, in words that follow its name. */
    Optional<String> problem(Path file, ManifestEntry entry) throws IOException {
        String text = Files.readString(file);
        JsonNode tree = new ObjectMapper().readTree(text);
        Optional<ValidationMessage> misfit = schema.validate(tree).stream().findFirst();
        if (misfit.isPresent()) {
            return Optional.of(
                    "does not fit the schema of traces: " + misfit.get().getMessage());
        }
        Optional<String> problem = SavedTraceRule.problem(file, entry);
        if (problem.isPresent()) {
            return problem;
        }
        return TraceJson.write(TraceJson.read(file, lenses)).equals(text)
                ? Optional.empty()
                : Optional.of("is not read as it was written");
    }

    /** Whether two files by the same version of a checker hold different runs. Another version may search in another order. */
    private static boolean isAnotherRun(Path saved, Path found) {
        Trace before;
        try {
            before = TraceJson.read(saved, Lenses.none());
        } catch (TraceException e) {
            // The rule over saved traces says what is wrong with it.
            return false;
        }
        Trace now = TraceJson.read(found, Lenses.none());
        return before.meta().foundBy().equals(now.meta().foundBy())
                && !run(before).equals(run(now));
    }

    /** Actions and states: where an action stands in its module is no part of the run. */
    private static List<Object> run(Trace trace) {
        List<Object> run = new ArrayList<>();
        for (Trace.Step step : trace.steps()) {
            run.add(step.action());
            run.add(step.state());
        }
        return run;
    }
}
