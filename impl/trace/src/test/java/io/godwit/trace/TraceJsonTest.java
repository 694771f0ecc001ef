package io.godwit.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceJsonTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Lenses lenses = Lenses.none().add("lens.json", SampleTraces.LENS);

    @RepeatedTest(200)
    void valuesSurvive(RepetitionInfo run) throws Exception {
        TlaValue value = new RandomValues(run.getCurrentRepetition()).next(4);
        assertEquals(
                value, ValueJson.read(MAPPER.readTree(ValueJson.write(value).toString()), ""));
    }

    @Test
    void tracesSurvive() {
        Trace trace = SampleTraces.fifo();
        String json = TraceJson.write(trace);
        Trace again = TraceJson.read("toy.json", json, lenses);
        assertEquals(trace, again);
        assertEquals(json, TraceJson.write(again));
    }

    @Test
    void filesSurvive(@TempDir Path directory) {
        Path file = directory.resolve("deep/er/toy.json");
        TraceJson.write(SampleTraces.fifo(), file);
        assertEquals(SampleTraces.fifo(), TraceJson.read(file, lenses));
    }

    @Test
    void endlessTracesKeepTheirEnd() {
        Trace trace = SampleTraces.soup("Init | 0 | 0 | ", "Tick | 1 | 0 | ");
        assertTrue(TraceJson.read("s.json", TraceJson.write(trace), Lenses.none())
                .meta()
                .stuttering());
    }

    @Test
    void errorNamesFileAndPlace() {
        assertMessage(
                "invalid JSON",
                new StringBuilder(TraceJson.write(SampleTraces.fifo()))
                        .insert(1, "]")
                        .toString());
        assertBroken("version 9 is not supported, only 1", node -> node.put("version", 9));
        assertBroken("/format: not a trace", node -> node.put("format", "itf"));
        assertBroken("/meta/module: is missing", node -> ((ObjectNode) node.get("meta")).remove("module"));
        assertBroken("/members: is missing", node -> node.remove("members"));
        assertBroken("/steps: an array was expected", node -> node.put("steps", 3));
        assertBroken("/steps/1/action: is missing", node -> step(node).remove("action"));
        assertBroken(
                "/steps/1/state/global/master: is missing",
                node -> ((ObjectNode) step(node).at("/state/global")).remove("master"));
        assertBroken(
                "/steps/1/state/members/2/up: is missing",
                node -> ((ObjectNode) step(node).at("/state/members/2")).remove("up"));
        assertBroken("unknown kind of value", node -> ((ObjectNode) step(node).at("/state/global"))
                .putObject("master")
                .put("#no", 1));
        assertBroken("there is no step 77", node -> ((ObjectNode) node.get("meta")).put("loopStart", 77));
    }

    private static ObjectNode step(ObjectNode root) {
        return (ObjectNode) root.get("steps").get(1);
    }

    private void assertBroken(String what, Consumer<ObjectNode> damage) {
        ObjectNode tree = (ObjectNode) TraceJson.tree(SampleTraces.fifo());
        damage.accept(tree);
        assertMessage(what, tree.toString());
    }

    private void assertMessage(String what, String json) {
        String message = assertThrows(TraceException.class, () -> TraceJson.read("toy.json", json, lenses))
                .getMessage();
        assertTrue(message.startsWith("toy.json:"), message);
        assertTrue(message.contains(what), message);
        assertTrue(message.contains("./godwit check"), message);
    }
}
