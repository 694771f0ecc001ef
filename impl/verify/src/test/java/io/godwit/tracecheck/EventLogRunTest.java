package io.godwit.tracecheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.trace.page.SpecificationText;
import io.godwit.tracecheck.log.LogException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The event logs of a simulated run, as the viewer takes them. */
class EventLogRunTest extends LoggedRuns {
    private static final int ALL = 1_000_000;

    private JsonNode read(int longest) throws Exception {
        SpecificationText specification = SpecificationText.read(SPEC.getParent());
        return new ObjectMapper().readTree(EventLogRun.read(directory, specification, longest));
    }

    @Test
    void runHasAStepForEachEventAndArrowsForMessages() throws Exception {
        simulate("", 1, "all");
        JsonNode run = read(ALL);
        JsonNode steps = run.get("steps");
        assertTrue(steps.size() > 1000, steps.size() + " steps");
        assertTrue(
                run.get("says").asText().contains((steps.size() - 1) + " events;"),
                run.get("says").asText());
        Set<Integer> sent = new HashSet<>();
        int taken = 0;
        for (int i = 0; i < steps.size(); i++) {
            JsonNode step = steps.get(i);
            assertEquals(i + 1, step.get("t").asInt());
            for (JsonNode number : step.path("i")) {
                assertTrue(sent.contains(number.asInt()), step.toString());
                taken++;
            }
            step.path("o").forEach(message -> sent.add(message.get(0).asInt()));
        }
        assertEquals(sent.size(), taken);
        assertTrue(taken > 500, taken + " messages");
        assertTrue(run.get("definitions").has("HandleAccept"));
    }

    /** What the last events begin with is what those before have led to. */
    @Test
    void membersLookTheSameWhereverTheRunBegins() throws Exception {
        simulate("", 1, "all");
        JsonNode all = read(ALL);
        JsonNode last = read(200);
        assertEquals(201, last.get("steps").size());
        assertTrue(last.get("says").asText().contains("the last 200 of which are here"));
        assertEquals(looks(all), looks(last));
    }

    /** By member, how it looks in the end. */
    private static Map<String, String> looks(JsonNode run) {
        Map<String, Map<String, String>> looks = new TreeMap<>();
        for (JsonNode step : run.get("steps")) {
            step.path("v").properties().forEach(it -> {
                JsonNode view = it.getValue();
                Map<String, String> look = looks.computeIfAbsent(it.getKey(), key -> new TreeMap<>());
                look.put("says", view.get("lines").toString());
                JsonNode cells = view.get("cells");
                for (int p = 0; p < run.get("partitions").size(); p++) {
                    JsonNode cell = cells.isArray() ? cells.get(p) : cells.path(Integer.toString(p));
                    if (!cell.isMissingNode()) {
                        look.put("p" + p, cell.toString());
                    }
                }
            });
        }
        Map<String, String> texts = new TreeMap<>();
        looks.forEach((member, look) -> texts.put(member, look.toString()));
        return texts;
    }

    @Test
    void directoryWithoutLogsIsRefused() {
        LogException refused = assertThrows(LogException.class, () -> read(ALL));
        assertTrue(refused.getMessage().contains("there is no event log"), refused.getMessage());
    }
}
