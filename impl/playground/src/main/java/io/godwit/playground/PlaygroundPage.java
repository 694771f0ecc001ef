package io.godwit.playground;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.page.Html;
import io.godwit.protocol.quorum.QuorumRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.teavm.backend.javascript.JSModuleType;
import org.teavm.tooling.EmptyTeaVMToolLog;
import org.teavm.tooling.TeaVMTool;
import org.teavm.tooling.TeaVMToolException;

/** Makes the page: one HTML file with the compiled simulation in it, which loads nothing else. */
public final class PlaygroundPage {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String PROGRAM = "program.js";
    private static final String QUORUM = "quorum/";

    private PlaygroundPage() {}

    /**
     * Writes the page. Compiling takes 10 to 30 seconds.
     *
     * @param root of the project, whose specification and bug matrix the page shows
     * @param page the file
     * @throws IOException if a file cannot be read or written
     */
    public static void write(Path root, Path page) throws IOException {
        Path absolute = page.toAbsolutePath();
        Files.createDirectories(absolute.getParent());
        Path directory = Files.createTempDirectory("godwit-playground");
        try {
            String html = html(program(directory), data(root));
            Path unfinished = absolute.resolveSibling(absolute.getFileName() + ".part");
            Files.writeString(unfinished, html);
            Files.move(unfinished, absolute, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            delete(directory);
        }
    }

    /** Compiles the simulation to JavaScript; returns the text. */
    static String program(Path directory) throws IOException {
        TeaVMTool tool = new TeaVMTool();
        tool.setMainClass(BrowserProgram.class.getName());
        tool.setTargetDirectory(directory.toFile());
        tool.setTargetFileName(PROGRAM);
        tool.setJsModuleType(JSModuleType.NONE);
        tool.setObfuscated(true);
        tool.setLog(new EmptyTeaVMToolLog());
        try {
            tool.generate();
        } catch (TeaVMToolException e) {
            throw new IOException("cannot compile the simulation for the browser: " + e.getMessage(), e);
        }
        String problems = problems(tool);
        if (!problems.isEmpty()) {
            throw new IOException("cannot compile the simulation for the browser: " + problems);
        }
        return Files.readString(directory.resolve(PROGRAM));
    }

    /** What a browser lacks, a line for each; empty if nothing. */
    static String problems(TeaVMTool tool) {
        return tool.getProblemProvider().getProblems().stream()
                .map(it -> it.getText() + " " + Arrays.toString(it.getParams()))
                .distinct()
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** What the page shows of specification and bug matrix. */
    static JsonNode data(Path root) throws IOException {
        Map<String, List<SpecificationText.Definition>> definitions =
                SpecificationText.read(root.resolve("spec").resolve("quorum"));
        ObjectNode data = MAPPER.createObjectNode();
        data.set("specification", MAPPER.valueToTree(definitions));
        data.set("guards", guards(root, definitions));
        return data;
    }

    /** For each rule what it says, and how to see what breaks without it. */
    private static ArrayNode guards(Path root, Map<String, List<SpecificationText.Definition>> definitions)
            throws IOException {
        JsonNode plan = MAPPER.readTree(root.resolve("models/matrix.json").toFile());
        JsonNode usual = plan.path("search").path("quorum");
        JsonNode results =
                MAPPER.readTree(root.resolve("docs/results/matrix.json").toFile());
        ArrayNode guards = MAPPER.createArrayNode();
        for (QuorumRule rule : QuorumRule.values()) {
            JsonNode row = row(plan, rule);
            if (rule.spec().isEmpty() || row.isMissingNode()) {
                continue;
            }
            ObjectNode guard = guards.addObject();
            guard.put("name", rule.spec());
            guard.put("says", says(definitions, rule));
            JsonNode result = row(results, rule).path("simulation");
            if (result.path("verdict").asText().equals("caught")) {
                guard.put("breaks", result.path("by").asText());
                guard.put("seed", result.path("where").asText().replace("seed ", ""));
                ObjectNode search = guard.putObject("search");
                search.setAll((ObjectNode) usual);
                row.path("search").fields().forEachRemaining(each -> search.set(each.getKey(), each.getValue()));
            } else {
                guard.put("missed", row.path("missed").path("simulation").asText("no seed shows what breaks"));
            }
        }
        return guards;
    }

    private static JsonNode row(JsonNode matrix, QuorumRule rule) {
        for (JsonNode row : matrix.path("rows")) {
            if (row.path("name").asText().equals(QUORUM + rule.spec())) {
                return row;
            }
        }
        return MAPPER.missingNode();
    }

    /** The comment of a rule in the specification. */
    private static String says(Map<String, List<SpecificationText.Definition>> definitions, QuorumRule rule) {
        return definitions.getOrDefault(rule.spec(), List.of()).stream()
                .flatMap(definition -> definition.text().lines())
                .map(String::strip)
                .filter(line -> line.startsWith("\\*"))
                .map(line -> line.substring(2).strip())
                .collect(Collectors.joining(" "));
    }

    private static String html(String program, JsonNode data) {
        return Html.withSharedParts(resource("playground.html"))
                .replace("/*playground.css*/", resource("playground.css"))
                .replace("/*data.json*/", Html.script(data.toString()))
                .replace(
                        "/*program.js*/",
                        Html.script(MAPPER.valueToTree(program).toString()))
                .replace("/*playground.js*/", resource("playground.js"));
    }

    private static String resource(String name) {
        return Html.resource(PlaygroundPage.class, name);
    }
}
