package io.godwit.playground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page has all that it needs in it. */
class PlaygroundPageTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern ELSEWHERE = Pattern.compile("(src|href)=\"(?!#)|url\\(|https?://|@import|import\\(");
    private static final Pattern PLACE = Pattern.compile("/\\*[\\w.]+\\.(js|css|json)\\*/");

    @Test
    void pageLoadsNothing(@TempDir Path directory) throws IOException {
        Path page = directory.resolve("page.html");
        PlaygroundPage.write(ROOT, page);
        String html = Files.readString(page);
        String own = html.replaceAll("(?s)<script type=\"application/json\".*?</script>", "");
        assertFalse(ELSEWHERE.matcher(own).find(), "something is loaded from elsewhere");
        assertFalse(PLACE.matcher(own).find(), "a place was not filled");
        assertTrue(html.length() < 4_000_000, html.length() + " characters");
        assertFalse(Files.exists(directory.resolve("page.html.part")), "nothing unfinished is left");
    }

    @Test
    void actionsOfARunAreInTheSpecification() throws IOException {
        JsonNode specification = PlaygroundPage.data(ROOT).path("specification");
        Set<String> missing = new HashSet<>();
        for (JsonNode step :
                new ObjectMapper().readTree(Playground.answer(Questions.run(3))).path("steps")) {
            for (JsonNode action : step.path("a")) {
                String name = action.asText();
                if (Character.isUpperCase(name.charAt(0)) && !specification.has(name)) {
                    missing.add(name);
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    @Test
    void rulesHaveWordsAndASeedOrAReason() throws IOException {
        int seeds = 0;
        for (JsonNode guard : PlaygroundPage.data(ROOT).path("guards")) {
            assertFalse(guard.path("says").asText().isEmpty(), guard.toString());
            assertTrue(guard.has("breaks") ? guard.path("seed").asInt() > 0 : guard.has("missed"), guard.toString());
            seeds += guard.has("breaks") ? 1 : 0;
        }
        assertTrue(seeds >= 30, seeds + " rules have a seed");
    }
}
