package io.godwit.playground;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.mutants.Mutants;
import io.godwit.mutants.Mutants.Mutant;
import io.godwit.mutants.runtime.RuntimeMutants;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import io.godwit.page.Html;
import io.godwit.trace.page.SpecificationText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes the page: one HTML file with the compiled simulation in it, which loads nothing else. */
public final class PlaygroundPage {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** What the runs have in which the simulation has found the mutants of the runtime (RuntimeSearch of impl/verify). */
    private static final int RUNTIME_MEMBERS = 5;

    private static final int RUNTIME_SECONDS = 12;
    /** Seeds that the page tries if the one that is known does not notice a mutant any more. */
    private static final int RUNTIME_SEEDS = 20;

    private PlaygroundPage() {}

    /**
     * Writes the page. Compiling takes one to two minutes.
     *
     * @param root of the project, whose specification and bug matrix the page shows
     * @param page the file
     * @throws IOException if a file cannot be read or written
     */
    public static void write(Path root, Path page) throws IOException {
        Path absolute = page.toAbsolutePath();
        Files.createDirectories(absolute.getParent());
        String html = html(CompiledProgram.of(root), data(root));
        Path unfinished = absolute.resolveSibling(absolute.getFileName() + ".part");
        Files.writeString(unfinished, html);
        Files.move(unfinished, absolute, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Deletes a directory with all that is in it. */
    static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** What the page shows of specification, bug matrix and moments. */
    static JsonNode data(Path root) throws IOException {
        Map<String, Map<String, List<SpecificationText.Definition>>> definitions = new TreeMap<>();
        SpecificationText specification = SpecificationText.read(root);
        for (String protocol : List.of("classic", "quorum")) {
            definitions.put(protocol, specification.of(protocol));
        }
        ObjectNode data = MAPPER.createObjectNode();
        data.set("specification", MAPPER.valueToTree(definitions));
        data.set("guards", guards(root, definitions));
        data.set("moments", moments());
        return data;
    }

    /** The moments to look at. */
    static JsonNode moments() throws IOException {
        return MAPPER.readTree(resource("moments.json"));
    }

    /**
     * The names of the moments, which follow {@code #show=} in an address.
     *
     * @throws IOException if they cannot be read
     */
    public static List<String> momentNames() throws IOException {
        List<String> names = new ArrayList<>();
        moments().forEach(moment -> names.add(moment.path("name").asText()));
        return names;
    }

    /** The mutants of the runtime that the simulation finds: those that are in the program. */
    static List<RuntimeMutant> simulated(Path root) throws IOException {
        JsonNode results = runtimeResults(root);
        return RuntimeMutants.list().stream()
                .filter(mutant ->
                        !row(results, mutant.name()).path("property").asText().isEmpty())
                .toList();
    }

    private static JsonNode runtimeResults(Path root) throws IOException {
        return MAPPER.readTree(root.resolve("docs/results/runtime-matrix.json").toFile());
    }

    /** For each rule and each mutant of the runtime what it says, and how to see what breaks. */
    private static ArrayNode guards(Path root, Map<String, Map<String, List<SpecificationText.Definition>>> definitions)
            throws IOException {
        JsonNode plan = MAPPER.readTree(root.resolve("models/matrix.json").toFile());
        JsonNode results =
                MAPPER.readTree(root.resolve("docs/results/matrix.json").toFile());
        ArrayNode guards = MAPPER.createArrayNode();
        for (Mutant mutant : Mutants.all()) {
            JsonNode row = row(plan, mutant.name());
            if (row.isMissingNode()) {
                continue;
            }
            ObjectNode guard = guards.addObject();
            guard.put("protocol", mutant.protocol());
            guard.put("name", mutant.guard().spec());
            guard.put("group", "rules of " + mutant.protocol());
            guard.put("kind", "rule");
            guard.put(
                    "says",
                    says(definitions.get(mutant.protocol()), mutant.guard().spec()));
            JsonNode result = row(results, mutant.name()).path("simulation");
            if (result.path("verdict").asText().equals("caught")) {
                guard.put("breaks", result.path("by").asText());
                guard.put("seed", result.path("where").asText().replace("seed ", ""));
                ObjectNode search = guard.putObject("search");
                search.setAll((ObjectNode) plan.path("search").path(mutant.protocol()));
                row.path("search").fields().forEachRemaining(each -> search.set(each.getKey(), each.getValue()));
            } else {
                guard.put("missed", row.path("missed").path("simulation").asText("no seed shows what breaks"));
            }
        }
        addRuntime(guards, runtimeResults(root));
        return guards;
    }

    private static void addRuntime(ArrayNode guards, JsonNode results) {
        for (RuntimeMutant mutant : RuntimeMutants.list()) {
            JsonNode result = row(results, mutant.name());
            ObjectNode guard = guards.addObject();
            guard.put("protocol", "quorum");
            guard.put("name", mutant.name());
            guard.put("group", "mistakes around the engine: " + mutant.name().replaceAll("/.*", ""));
            guard.put("kind", "mutant");
            guard.put("says", mutant.text());
            if (result.path("property").asText().isEmpty()) {
                guard.put("missed", mutant.test().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1"));
            } else {
                guard.put("breaks", result.path("property").asText());
                guard.put("seed", result.path("seed").asText());
                guard.putObject("search")
                        .put("faults", mutant.faults())
                        .put("members", RUNTIME_MEMBERS)
                        .put("seeds", RUNTIME_SEEDS)
                        .put("seconds", RUNTIME_SECONDS);
            }
        }
    }

    private static JsonNode row(JsonNode matrix, String name) {
        for (JsonNode row : matrix.path("rows")) {
            if (row.path("name").asText().equals(name)) {
                return row;
            }
        }
        return MAPPER.missingNode();
    }

    /** The comment of a rule in the specification. */
    private static String says(Map<String, List<SpecificationText.Definition>> definitions, String rule) {
        return definitions.getOrDefault(rule, List.of()).stream()
                .flatMap(definition -> definition.text().lines())
                .map(String::strip)
                .filter(line -> line.startsWith("\\*"))
                .map(line -> line.substring(2).strip())
                .collect(Collectors.joining(" "));
    }

    /** A button for each moment of a group; its anchor is what follows the # in a link to it. */
    private static String buttons(String group, JsonNode moments) {
        StringBuilder buttons = new StringBuilder();
        for (JsonNode moment : moments) {
            if (moment.path("group").asText().equals(group)) {
                buttons.append("<button class=\"tool\" type=\"button\" data-anchor=\"show=")
                        .append(Html.escape(moment.path("name").asText()))
                        .append("\">")
                        .append(Html.escape(moment.path("title").asText()))
                        .append("</button>\n");
            }
        }
        return buttons.toString();
    }

    /** The buttons of all groups that have a name. */
    private static String groups(JsonNode moments) {
        Set<String> groups = new LinkedHashSet<>();
        moments.forEach(moment -> groups.add(moment.path("group").asText()));
        groups.remove("");
        return groups.stream()
                .map(group -> "<h2>" + Html.escape(group) + "</h2>\n<div class=\"row\">\n" + buttons(group, moments)
                        + "</div>\n")
                .collect(Collectors.joining());
    }

    private static String html(CompiledProgram program, JsonNode data) {
        return Html.withSharedParts(resource("playground.html"))
                .replace("/*playground.css*/", resource("playground.css"))
                .replace("/*moments.html*/", buttons("", data.path("moments")))
                .replace("/*groups.html*/", groups(data.path("moments")))
                .replace("/*data.json*/", Html.script(data.toString()))
                .replace(
                        "/*program.json*/",
                        Html.script(MAPPER.valueToTree(program).toString()))
                .replace("/*program.js*/", resource("program.js"))
                .replace("/*playground.js*/", resource("playground.js"));
    }

    private static String resource(String name) {
        return Html.resource(PlaygroundPage.class, name);
    }
}
