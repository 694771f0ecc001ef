package io.godwit.playground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.page.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page has all that it needs in it. */
class PlaygroundPageTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Path ROOT = Path.of("../..");
    private static final String VERDICT = "document.getElementById('verdict').textContent";
    /** An identifier that two elements have; the second would not be found. */
    private static final String REPEATED_IDS =
            "[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, i, ids) => ids.indexOf(id) < i).join()";

    private static final String VIOLATION = "document.getElementById('violation').textContent";
    private static final String FIGURES = "document.getElementById('figures')?.textContent";
    /** A run that takes little time. */
    private static final String SHORT = "#members=1&partitions=1&clients=0&micros=1000000&calmFrom=0";

    private static final Pattern ELSEWHERE = Pattern.compile("(src|href)=\"(?!#)|url\\(|https?://|@import|import\\(");
    private static final Pattern PLACE = Pattern.compile("/\\*[\\w.]+\\.(js|css|json)\\*/");

    @TempDir
    static Path directory;

    private static Path page;

    @BeforeAll
    static void writePage() throws IOException {
        page = directory.resolve("page.html");
        PlaygroundPage.write(ROOT, page);
    }

    @Test
    void pageLoadsNothing() throws IOException {
        String html = Files.readString(page);
        String own = html.replaceAll("(?s)<script type=\"application/json\".*?</script>", "");
        assertFalse(ELSEWHERE.matcher(own).find(), "something is loaded from elsewhere");
        assertFalse(PLACE.matcher(own).find(), "a place was not filled");
        assertTrue(html.length() < 4_000_000, html.length() + " characters");
        assertFalse(Files.exists(directory.resolve("page.html.part")), "nothing unfinished is left");
    }

    /** What somebody does who follows links and takes rules away. */
    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pageShowsMomentsAndWhatBreaks(@TempDir Path profile) throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        try (Chromium browser = Chromium.start(Chromium.program().orElseThrow(), profile)) {
            browser.look(1280, 1000, false);
            browser.open(page.toUri() + "#show=two-owners");
            browser.await(VERDICT, "OneServer is violated");
            assertEquals("", browser.value(REPEATED_IDS));
            browser.await(VIOLATION, "OneServer does not hold");
            browser.await("document.querySelector('#steps .now').className", "fault");
            browser.await("document.getElementById('moment-says').textContent", "The oldest member is cut off.");
            browser.await("location.hash", "protocol=classic");
            browser.await("location.hash", "only=OneServer");

            browser.value("document.querySelector('[data-anchor=\"show=no-sync\"]').click()");
            browser.await(VERDICT, "RestartFinds is violated");
            browser.await("location.hash", "guard=durability%2FNoSync");
            browser.await("document.getElementById('guard-says').textContent", "RestartFinds breaks (seed");

            browser.value(choose("protocol", "classic"));
            browser.await("document.getElementById('guard-says').textContent", "lacks its repairs");
            browser.value(choose("guard", "StampFollowsTable"));
            browser.await("document.getElementById('guard-says').textContent", "StampConsistent breaks (seed");
            browser.value("document.getElementById('show-break').click()");
            browser.await(VERDICT, "StampConsistent is violated");

            // The last click counts, also while the one before is computed.
            browser.value("document.querySelector('[data-anchor=\"show=no-sync\"]').click(),"
                    + "document.querySelector('[data-anchor=\"show=two-owners\"]').click()");
            browser.await(VERDICT, "OneServer is violated");
            browser.await("document.getElementById('moment-says').textContent", "The oldest member is cut off.");
            browser.await("location.hash", "protocol=classic");

            browser.open(page.toUri() + "#members=3&partitions=1&micros=2000000&calmFrom=1000000&only=Agreement");
            browser.await(VERDICT, "Agreement holds; nothing else is looked at");
            browser.value("document.getElementById('draw').click()");
            browser.await(VERDICT, "all properties hold");
            browser.open(page.toUri() + "#only=Agreements");
            browser.await(VIOLATION, "no property 'Agreements'; known are:");

            browser.open(
                    page.toUri() + "#members=3&partitions=1&clients=0&micros=4000000&calmFrom=3000000&moment=1500000");
            browser.await(VERDICT, "all properties hold");
            browser.value("document.getElementById('call-value').value = 'x'");
            browser.value("document.getElementById('call-put').click()");
            browser.await(VIOLATION, "A value must be a whole number");
            browser.value("document.getElementById('call-value').value = '55'");
            browser.value("document.getElementById('call-put').click()");
            browser.await(
                    "document.getElementById('faults').textContent", "put 55 under key 1 beside site 1 at 1.500 s");
            browser.await(VERDICT, "all properties hold");
            browser.await("location.hash", "fault=put%2C1500000");
            browser.value("document.getElementById('slider').value = 2000000");
            browser.value("document.getElementById('slider').dispatchEvent(new Event('input'))");
            browser.value("document.getElementById('call-get').click()");
            browser.await("document.getElementById('faults').textContent", "get key 1");
            browser.await(VERDICT, "all properties hold");
            browser.value("document.getElementById('end').click()");
            browser.await("document.getElementById('steps').textContent", "got 55");

            browser.open(page.toUri() + "#show=nothing");
            browser.await(VIOLATION, "no moment 'nothing'");
        }
    }

    /** All that is told of a run is the same in this JVM, as JavaScript, and as WebAssembly. */
    @Test
    @Timeout(value = 600, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void programDoesTheSameInABrowser(@TempDir Path profile) throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        try (Chromium browser = Chromium.start(Chromium.program().orElseThrow(), profile);
                MutatedProgram here = new MutatedProgram(ROOT)) {
            browser.open(page.toUri() + SHORT);
            browser.await(VERDICT, "all properties hold");
            for (List<String> question : Questions.all()) {
                JsonNode answer = MAPPER.readTree(Questions.comparable(here.answer(question)));
                assertTrue(
                        answer.path("steps").size() > 100, answer.path("error").asText());
                browser.value(
                        "Promise.all(['js', 'wasm'].map(form => godwit.program.ask(form, "
                                + MAPPER.valueToTree(question)
                                + "))).then(answers => { told = answers.map(answer => JSON.stringify(answer)); }), delete window.told");
                browser.await("typeof told", "object");
                assertEquals(answer, told(browser, 0, "JavaScript"));
                assertEquals(answer, told(browser, 1, "WebAssembly"));
            }
        }
    }

    private static JsonNode told(Chromium browser, int number, String engine) throws Exception {
        ObjectNode answer = (ObjectNode) MAPPER.readTree(Questions.comparable(browser.value("told[" + number + "]")));
        assertEquals(engine, answer.remove("engine").asText());
        return answer;
    }

    /** A browser that cannot compile WebAssembly takes JavaScript, unless the address says otherwise. */
    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pageGoesOnWithJavaScript(@TempDir Path profile) throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        try (Chromium browser = Chromium.start(Chromium.program().orElseThrow(), profile)) {
            browser.open(page.toUri() + SHORT);
            browser.await(FIGURES, "WebAssembly");
            browser.open(page.toUri() + SHORT + "&engine=js");
            browser.await(FIGURES, "JavaScript");
            browser.await("location.hash", "engine=js");
            browser.open(page.toUri() + SHORT + "&engine=c");
            browser.await(VIOLATION, "engine 'c' must be js or wasm");
            browser.beforeScripts("delete window.DecompressionStream");
            browser.open("about:blank");
            browser.open(page.toUri() + SHORT);
            browser.await(FIGURES, "JavaScript");
            browser.open(page.toUri() + SHORT + "&engine=wasm");
            browser.await(VIOLATION, "WebAssembly does not run here: ");
        }
    }

    /** Nobody waits for a worker that has failed, and an answer is not shown under other settings than those that it is for. */
    @ParameterizedTest
    @ValueSource(strings = {"js", "wasm"})
    @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void programIsStartedAnewIfItFails(String form, @TempDir Path profile) throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        try (Chromium browser = Chromium.start(Chromium.program().orElseThrow(), profile)) {
            failWhileItComputes(browser, SHORT + "&engine=" + form);
            browser.await(VERDICT, "cannot run");
            browser.await(VIOLATION, "out of memory");
            browser.value(choose("clients", "2"));
            browser.await(VERDICT, "all properties hold");
            assertEquals("2", browser.value("window.started.length"));
        }
    }

    /** JavaScript answers what WebAssembly has not answered, and all that is asked later. */
    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pageGoesOnWithJavaScriptIfWebAssemblyFails(@TempDir Path profile) throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        try (Chromium browser = Chromium.start(Chromium.program().orElseThrow(), profile)) {
            failWhileItComputes(browser, SHORT);
            browser.await(VERDICT, "all properties hold");
            browser.await(FIGURES, "JavaScript");
            browser.value(choose("clients", "2"));
            browser.await("location.hash", "clients=2");
            browser.await(VERDICT, "all properties hold");
            assertTrue(browser.value(FIGURES).contains("JavaScript"));
            assertEquals("2", browser.value("window.started.length"));
        }
    }

    /** Opens an address, and lets the program fail while the page waits for its second answer. */
    private static void failWhileItComputes(Chromium browser, String hash) throws Exception {
        browser.beforeScripts("window.Worker = class extends Worker {"
                + " constructor(...from) { super(...from); window.started = [...(window.started || []), this]; } }");
        browser.open("about:blank");
        browser.open(page.toUri() + hash);
        browser.await(VERDICT, "all properties hold");
        browser.value("(window.started[0].postMessage = () => {}, 1)");
        browser.value(choose("clients", "1"));
        browser.await(VERDICT, "computing");
        browser.value("(setTimeout(() => window.started[0].onerror({ message: 'out of memory' })), 1)");
    }

    /** Chooses from a list, as somebody does. */
    private static String choose(String list, String value) {
        String element = "document.getElementById('" + list + "')";
        return "(" + element + ".value = '" + value + "', " + element + ".dispatchEvent(new Event('change')))";
    }

    @Test
    void actionsOfARunAreInTheSpecification() throws IOException {
        JsonNode specification = PlaygroundPage.data(ROOT).path("specification");
        assertEquals(Set.of(), missing(Questions.run(3), specification.path("quorum")));
        assertEquals(Set.of(), missing(Questions.runClassic(1), specification.path("classic")));
    }

    private static Set<String> missing(List<String> question, JsonNode specification) throws IOException {
        Set<String> missing = new HashSet<>();
        for (JsonNode step : MAPPER.readTree(Playground.answer(question)).path("steps")) {
            for (JsonNode action : step.path("a")) {
                String name = action.asText();
                if (Character.isUpperCase(name.charAt(0)) && !specification.has(name)) {
                    missing.add(name);
                }
            }
        }
        return missing;
    }

    @Test
    void rulesHaveWordsAndASeedOrAReason() throws IOException {
        int seeds = 0;
        for (JsonNode guard : PlaygroundPage.data(ROOT).path("guards")) {
            assertFalse(guard.path("says").asText().isEmpty(), guard.toString());
            assertTrue(guard.has("breaks") ? guard.path("seed").asInt() > 0 : guard.has("missed"), guard.toString());
            seeds += guard.has("breaks") ? 1 : 0;
        }
        assertTrue(seeds >= 100, seeds + " rules and mutants have a seed");
    }
}
