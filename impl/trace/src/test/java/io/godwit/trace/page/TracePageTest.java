package io.godwit.trace.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.trace.SampleTraces;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TracePageTest {
    private final String page = TracePage.render(SampleTraces.fifo(), "../index.html");

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
        assertEquals(3, page.split("</script>", -1).length - 1, "theme, data, and the page's own script");
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
}
