package io.godwit.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** A recorded run as one self-contained HTML file. {@code docs/verify/viewer.md} describes the form of a run. */
public final class RunPage {
    private RunPage() {}

    /**
     * The whole page.
     *
     * @param run a run as JSON, with a {@code name}
     * @throws IllegalArgumentException if it is no JSON object, or lacks a name, a unit, lanes or steps
     */
    public static String render(String run) {
        JsonNode tree;
        try {
            tree = new ObjectMapper().readTree(run);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a run must be JSON: " + e.getOriginalMessage(), e);
        }
        if (!tree.path("name").isTextual()) {
            throw new IllegalArgumentException("a run must have a 'name', a text");
        }
        String unit = tree.path("unit").asText();
        if (!unit.equals("micros") && !unit.equals("steps")) {
            throw new IllegalArgumentException("the 'unit' of a run must be 'micros' or 'steps', not '" + unit + "'");
        }
        for (String list : new String[] {"lanes", "steps", "partitions"}) {
            if (!tree.path(list).isArray()) {
                throw new IllegalArgumentException("a run must have '" + list + "', a list");
            }
        }
        return Html.withSharedParts(Html.resource(RunPage.class, "run.html"))
                .replace("/*name*/", Html.escape(tree.path("name").asText()))
                .replace("/*run.json*/", Html.script(tree.toString()));
    }
}
