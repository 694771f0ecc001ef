package io.godwit.modelcheck.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountsEditorTest {
    @Test
    void changesOnlyTheNumbers() throws Exception {
        String text =
                """
                [ {"name": "a",   "expect":{"verdict":"holds","distinct" : 1, "generated": 22}, "heapMb": 1},
                  {"expect": {"verdict": "violated", "property": "P", "traceLength": 3}, "name": "b"},
                  {"name": "c", "expect": {"verdict": "holds", "distinct": 1}} ]
                """;

        String edited = edit(text, Map.of("a", Map.of("distinct", 333L), "b", Map.of("traceLength", 44L)));

        assertEquals(
                text.replace("\"distinct\" : 1, \"generated\": 22", "\"distinct\" : 333, \"generated\": 22")
                        .replace("\"traceLength\": 3", "\"traceLength\": 44"),
                edited);
    }

    @Test
    void addsWhatIsMissing() throws Exception {
        assertEquals(
                "{\"models\":[{\"name\":\"a\",\"expect\":{\"verdict\":\"holds\", \"distinct\": 5}}]}",
                edit(
                        "{\"models\":[{\"name\":\"a\",\"expect\":{\"verdict\":\"holds\"}}]}",
                        Map.of("a", Map.of("distinct", 5L))));
    }

    private static String edit(String text, Map<String, Map<String, Long>> wanted) throws IOException {
        return CountsEditor.edit(text, wanted);
    }
}
