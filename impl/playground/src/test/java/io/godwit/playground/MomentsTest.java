package io.godwit.playground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.Subject;
import io.godwit.simulation.classic.ClassicSubject;
import io.godwit.simulation.run.SelectedProperties;
import io.godwit.simulation.run.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each link to a moment leads to what the text beside it says. */
class MomentsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path LIST = Path.of("docs/verify/playground.md");
    private static final Pattern LINK = Pattern.compile("#show=([\\w-]+)");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static MutatedProgram program;

    @BeforeAll
    static void load() throws IOException, ReflectiveOperationException {
        program = new MutatedProgram(ROOT);
    }

    @AfterAll
    static void delete() throws IOException {
        program.close();
    }

    static List<JsonNode> moments() throws IOException {
        List<JsonNode> moments = new ArrayList<>();
        PlaygroundPage.moments().forEach(moments::add);
        return moments;
    }

    @ParameterizedTest
    @MethodSource("moments")
    void leadsToTheViolationThatItNames(JsonNode moment) throws IOException {
        String rule = moment.path("rule").asText();
        String breaks = moment.path("breaks").asText();
        if (breaks.isEmpty()) {
            long at = Long.parseLong(argument(moment, "moment="));
            JsonNode answer = ask(Questions.run(moment));
            assertEquals("", answer.path("property").asText());
            JsonNode steps = answer.path("steps");
            assertTrue(steps.size() > 1, answer.path("error").asText());
            long last = steps.get(steps.size() - 1).path("t").asLong();
            assertTrue(last > at, last + " is before the moment");
        } else if (rule.isEmpty()) {
            assertBreaks(breaks, ask(Questions.run(moment)));
            assertEquals(breaks, argument(moment, "only="), "what else breaks does not stop the run before");
        } else {
            JsonNode guard = guard(rule);
            RunPlan plan = Questions.read(ask(Questions.plan(guard)).path("plan"));
            assertBreaks(breaks, ask(Questions.run(plan, guard.path("name").asText())));
        }
    }

    private static void assertBreaks(String property, JsonNode answer) {
        assertEquals(property, answer.path("property").asText());
        JsonNode steps = answer.path("steps");
        assertEquals("violated", steps.get(steps.size() - 1).path("k").asText());
    }

    /** A finding is what breaks without its repair: with this repair and no other one, the same run passes. */
    @ParameterizedTest
    @ValueSource(strings = {"n1", "n2", "n6", "n10"})
    void repairOfAFindingPreventsIt(String name) throws IOException {
        JsonNode moment = moments().stream()
                .filter(each -> each.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
        Map<String, Boolean> missing = Arrays.stream(ClassicRule.values())
                .filter(rule -> rule.isFix()
                        && !rule.spec().equals(moment.path("repair").asText()))
                .collect(Collectors.toMap(ClassicRule::spec, rule -> false, (one, other) -> one));
        Subject<ClassicState> repaired = new SelectedProperties<>(
                new ClassicSubject(new Classic(ClassicRule.of(missing))),
                Set.of(moment.path("breaks").asText()));
        RunPlan plan = new PlanArguments(
                        Questions.run(moment).subList(1, Questions.run(moment).size()))
                .plan();
        assertTrue(Simulation.run(repaired, plan, Observer.none()).passed());
    }

    private static String argument(JsonNode moment, String name) {
        return Questions.run(moment).stream()
                .filter(argument -> argument.startsWith(name))
                .findFirst()
                .orElse(name)
                .substring(name.length());
    }

    private static JsonNode ask(List<String> question) throws IOException {
        return MAPPER.readTree(program.answer(question));
    }

    private static JsonNode guard(String rule) throws IOException {
        for (JsonNode guard : PlaygroundPage.data(ROOT).path("guards")) {
            String name = guard.path("name").asText();
            if (rule.equals(name) || rule.equals(guard.path("protocol").asText() + "/" + name)) {
                return guard;
            }
        }
        return MAPPER.missingNode();
    }

    @Test
    void momentsHaveNamesAndWords() throws IOException {
        Set<String> names = new HashSet<>();
        for (JsonNode moment : moments()) {
            assertTrue(names.add(moment.path("name").asText()), moment.toString());
            assertTrue(moment.path("name").asText().matches("[a-z0-9-]+"), moment.toString());
            assertFalse(moment.path("title").asText().isEmpty(), moment.toString());
            assertTrue(moment.path("says").asText().endsWith("."), moment.toString());
            assertEquals(moment.has("rule"), !moment.has("run"), moment.toString());
        }
    }

    /** What a link of the documentation names is a moment, and the table of moments has all of them and the property that breaks. */
    @Test
    void linksOfTheDocumentationAreMoments() throws IOException {
        List<String> names = PlaygroundPage.momentNames();
        List<Path> pages;
        try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
            pages = files.filter(file -> file.toString().endsWith(".md")).toList();
        }
        int links = 0;
        for (Path page : pages) {
            for (var link : LINK.matcher(Files.readString(page)).results().toList()) {
                assertTrue(names.contains(link.group(1)), page + ": " + link.group());
                links += page.endsWith(LIST) ? 0 : 1;
            }
        }
        assertTrue(links >= 20, links + " links");
        List<String> rows = Files.readAllLines(ROOT.resolve(LIST));
        for (JsonNode moment : moments()) {
            String name = moment.path("name").asText();
            String begin = "| <a id=\"show=" + name + "\"></a>[`" + name + "`](#show=" + name + ") | ";
            String row = rows.stream()
                    .filter(each -> each.startsWith(begin))
                    .findFirst()
                    .orElse("");
            assertFalse(row.isEmpty(), "no row " + begin);
            String breaks = moment.path("breaks").asText();
            assertTrue(row.endsWith("| " + (breaks.isEmpty() ? "" : breaks + " ") + "|"), row);
        }
    }
}
