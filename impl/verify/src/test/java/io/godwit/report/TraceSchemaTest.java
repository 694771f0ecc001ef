package io.godwit.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is written is what the published schema says. */
class TraceSchemaTest {
    private final JsonSchema schema = schema();

    private static JsonSchema schema() {
        try (InputStream in = Trace.class.getResourceAsStream("trace.schema.json")) {
            return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                    .getSchema(new ObjectMapper().readTree(in));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void writtenTraceFits() throws IOException {
        assertEquals(Set.of(), schema.validate(new ObjectMapper().readTree(TraceJson.write(Samples.trace()))));
    }

    @Test
    void savedTracesOfThisRepositoryFit() throws IOException {
        Path traces = Path.of(System.getProperty("godwit.root"), "models/traces");
        for (Path file : ReviewDocs.traceFiles(traces)) {
            assertEquals(
                    Set.of(), schema.validate(new ObjectMapper().readTree(Files.readString(file))), file.toString());
        }
    }

    @Test
    void brokenTraceDoesNot() {
        ObjectNode tree = (ObjectNode) TraceJson.tree(Samples.trace());
        ((ObjectNode) tree.get("steps").get(0)).put("kind", "surprise");
        assertFalse(schema.validate(tree).isEmpty());
    }
}
