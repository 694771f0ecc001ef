package io.godwit.matrix.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.matrix.NamedTest;
import io.godwit.matrix.verify.CoverageList.Entry;
import io.godwit.matrix.verify.RuntimeCoverage.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.platform.commons.JUnitException;

/** The list of lines that the simulation does not execute: the tests that it names are there, and execute them. */
class RuntimeCoverageTest {
    private static final Path ROOT = Path.of("../..");
    private static final List<String> MODULES = List.of("runtime", "storage", "member", "client", "simulation");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void listNamesWhatIsThere() throws Exception {
        for (Entry entry : CoverageList.read(CoverageList.file(ROOT)).entries()) {
            Path source = ROOT.resolve("impl/runtime/src/main/java").resolve(entry.file());
            assertTrue(
                    Files.readAllLines(source).stream()
                            .anyMatch(line -> line.strip().equals(entry.line())),
                    entry.file() + " has no line " + entry.line());
            String test = entry.test().replace('.', '/') + ".java";
            assertTrue(
                    !entry.tested()
                            || MODULES.stream()
                                    .anyMatch(
                                            module -> Files.exists(tests(module).resolve(test))),
                    "there is no test " + entry.test());
        }
    }

    @Test
    void lineThatIsNeitherExecutedNorListedIsMissing() {
        Line listed = new Line("A.java", 1, "}", false);
        Line moved = new Line("A.java", 7, "}", false);
        Line other = new Line("B.java", 1, "}", false);
        CoverageList list = new CoverageList(List.of(new Entry("A.java", "}", "Test")));
        assertEquals(List.of(), list.lacks(List.of(listed)));
        assertEquals(List.of(), list.lacks(List.of(moved)));
        assertEquals(List.of(moved, other), list.lacks(List.of(listed, moved, other)));
    }

    /** Takes minutes. */
    @Test
    @EnabledIfSystemProperty(named = "godwit.coverage", matches = "check")
    void namedTestsExecuteTheLines() throws Exception {
        CoverageList list = CoverageList.read(CoverageList.file(ROOT));
        Map<String, List<Entry>> byTest = new LinkedHashMap<>();
        list.entries().stream().filter(Entry::tested).forEach(it -> byTest.computeIfAbsent(
                        it.test(), test -> new ArrayList<>())
                .add(it));
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, List<Entry>> each : byTest.entrySet()) {
            // A list of the lines that the test executes lacks none of those that are to be executed.
            CoverageList executed = new CoverageList(run(each.getKey())
                    .which(true)
                    .map(line -> new Entry(line.file(), line.text(), each.getKey()))
                    .toList());
            List<Line> wanted = each.getValue().stream()
                    .map(it -> new Line(it.file(), 0, it.line(), false))
                    .toList();
            executed.lacks(wanted)
                    .forEach(
                            line -> wrong.add(each.getKey() + " does not execute " + line.file() + ": " + line.text()));
        }
        assertEquals(List.of(), wrong);
    }

    /** Writes the list anew: of what the last {@code ./godwit verify} has left over, the first test class that executes it. */
    @Test
    @EnabledIfSystemProperty(named = "godwit.coverage", matches = "update")
    void listIsWrittenAnew() throws Exception {
        RuntimeCoverage simulated =
                MAPPER.readValue(ROOT.resolve("out/runtime-coverage.json").toFile(), RuntimeCoverage.class);
        Map<Line, String> tests = new LinkedHashMap<>();
        simulated.which(false).forEach(line -> tests.put(line, ""));
        for (String test : testClasses()) {
            if (!tests.containsValue("")) {
                break;
            }
            List<Line> executed = executed(test);
            Set<String> places =
                    executed.stream().map(line -> line.file() + line.number()).collect(Collectors.toSet());
            tests.replaceAll(
                    (line, found) -> found.isEmpty() && places.contains(line.file() + line.number()) ? test : found);
        }
        CoverageList before = CoverageList.read(CoverageList.file(ROOT));
        List<Entry> entries = new ArrayList<>();
        tests.forEach((line, test) ->
                entries.add(test.isEmpty() ? reason(before, line) : new Entry(line.file(), line.text(), test)));
        new CoverageList(entries).write(CoverageList.file(ROOT));
        assertTrue(entries.stream().noneMatch(it -> it.test().isEmpty()), "lines without a test are in the list");
    }

    /** What the list has said so far of a line that no test executes. */
    private static Entry reason(CoverageList before, Line line) {
        return before.entries().stream()
                .filter(it -> !it.tested()
                        && it.file().equals(line.file())
                        && it.line().equals(line.text()))
                .findFirst()
                .orElse(new Entry(line.file(), line.text(), ""));
    }

    /** Nothing for a test that needs a library which this module has not. */
    private static List<Line> executed(String test) throws IOException {
        try {
            return run(test).which(true).toList();
        } catch (JUnitException e) {
            return List.of();
        }
    }

    private static RuntimeCoverage run(String test) throws IOException {
        RuntimeCoverage.reset();
        new NamedTest(test, "").run(List.of());
        return RuntimeCoverage.now(ROOT);
    }

    private static Path tests(String module) {
        return ROOT.resolve("impl").resolve(module).resolve("src/test/java");
    }

    /** Those that run in this module's class path, the runtime's own first. */
    private static List<String> testClasses() throws IOException {
        List<String> names = new ArrayList<>();
        for (String module : MODULES) {
            Path sources = tests(module);
            try (Stream<Path> files = Files.walk(sources)) {
                files.map(file -> sources.relativize(file).toString())
                        .filter(file -> file.endsWith("Test.java"))
                        .filter(file -> !module.equals("simulation") || file.contains("/disk/"))
                        .sorted()
                        .forEach(file -> names.add(file.substring(0, file.length() - ".java".length())
                                .replace('/', '.')));
            }
        }
        return names;
    }
}
