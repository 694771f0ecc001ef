package io.godwit.modelcheck.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.TestEntries;
import io.godwit.modelcheck.manifest.ManifestEntry;
import io.godwit.trace.Lens;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.RawState;
import io.godwit.trace.TraceBuilder;
import io.godwit.trace.TraceJson;
import io.godwit.trace.TraceMeta;
import io.godwit.trace.ValueParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of a counterexample that a run wrote. */
class CounterexampleRuleTest {
    @TempDir
    private Path root;

    private Path file;

    @BeforeEach
    void write() {
        file = root.resolve("e.json");
        Trace trace = TraceBuilder.build(
                TraceMeta.named("e")
                        .module("A")
                        .property("Bounded")
                        .tool("TLC", "2.18")
                        .build(),
                List.of(state(1, "Init", 0), state(2, "Rise", 1), state(3, "Rise", 2)),
                Lens.generic());
        TraceJson.write(trace, file);
    }

    @Test
    void acceptsWhatIsWritten() throws IOException {
        assertEquals(Optional.empty(), problem("Bounded", 3));
    }

    @Test
    void refusesAnotherProperty() throws IOException {
        assertEquals(Optional.of("breaks Bounded, not TypeOK"), problem("TypeOK", 3));
    }

    @Test
    void refusesAnotherLength() throws IOException {
        assertEquals(Optional.of("has 3 states, the manifest says 4"), problem("Bounded", 4));
    }

    @Test
    void refusesWhatDoesNotFitTheSchema() throws IOException {
        replace("\"kind\":\"init\"", "\"kind\":\"surprise\"");

        assertTrue(problem("Bounded", 3).orElseThrow().startsWith("does not fit the schema of traces: "));
    }

    @Test
    void refusesWhatIsReadAsSomethingElse() throws IOException {
        // A change that the states do not show.
        replace("\"to\":2", "\"to\":3");

        assertEquals(Optional.of("is not read as it was written"), problem("Bounded", 3));
    }

    private Optional<String> problem(String property, int length) throws IOException {
        ManifestEntry entry = TestEntries.entry("'kind':'finding','expect':{'verdict':'violated','property':'"
                + property + "','traceLength':" + length + "}");
        return new CounterexampleRule(Lenses.none()).problem(file, entry);
    }

    private void replace(String from, String to) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(from), text);
        Files.writeString(file, text.replace(from, to));
    }

    private static RawState state(int number, String action, int level) {
        return new RawState(number, action, null, ValueParser.state("/\\ level = " + level + " /\\ resets = 0"));
    }
}
