package io.godwit.trace.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.trace.Lenses;
import io.godwit.trace.SampleTraces;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.Step;
import io.godwit.trace.TraceJson;
import io.godwit.trace.page.SpecificationText.Definition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TracePageTest {
    private static final Path ROOT = Path.of("../..");

    private final String page;
    private final SpecificationText specification;

    TracePageTest() throws IOException {
        specification = SpecificationText.read(ROOT);
        page = TracePage.render(SampleTraces.fifo(), specification, "../index.html");
    }

    @Test
    void holdsTheTrace() throws Exception {
        Matcher data = Pattern.compile("<script type=\"application/json\" id=\"trace\">(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertTrue(data.find());
        JsonNode tree = new ObjectMapper().readTree(data.group(1));
        assertEquals("godwit-trace", tree.get("format").asText());
        assertEquals(5, tree.get("steps").size());
        assertEquals("1 stops; lost: Backup 1 → 2", tree.at("/steps/4/headline").asText());
        assertTrue(tree.at("/meta/says").asText().endsWith("</script>."));
    }

    @Test
    void escapesHostileText() {
        assertTrue(page.contains("&lt;hostile&gt; &amp; &quot;quoted&quot; &lt;/script&gt;."));
        assertFalse(page.contains("<hostile>"));
        assertEquals(4, page.split("</script>", -1).length - 1, "theme, trace, definitions, and the page's own script");
    }

    @Test
    void needsNoNetwork() {
        assertFalse(page.matches("(?s).*(src|href)=\"(https?:)?//.*"));
        assertFalse(page.contains("@import") || page.contains("url("));
        assertFalse(Pattern.compile("\\bfetch\\(|XMLHttpRequest|import\\(")
                .matcher(page)
                .find());
    }

    @Test
    void canBeReadWithoutScripts() {
        assertTrue(page.contains("<noscript><ol><li><b>Init</b>"));
    }

    @Test
    void placesAreFilled() {
        assertFalse(Pattern.compile("/\\*[\\w.]+\\*/").matcher(page).find());
    }

    @Test
    void actionsHaveTheirDefinitions() {
        Trace trace = TraceJson.read(ROOT.resolve("models/traces/classic-n2.json"), Lenses.load(ROOT.resolve("spec")));
        Map<String, List<Definition>> actions = specification.actions(trace);
        for (Step step : trace.steps().subList(1, trace.steps().size())) {
            Definition definition = actions.get(step.action()).get(0);
            assertTrue(definition.module().startsWith("spec/classic/"), definition.module());
            assertTrue(definition.text().contains(step.action()), definition.text());
        }
        assertFalse(actions.containsKey("Init"));
        assertEquals(Map.of(), specification.actions(SampleTraces.fifo()), "no module has the actions of this trace");
    }
}
