package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.serialization.node.LocationJsonNodeFactory;
import com.networknt.schema.utils.JsonNodes;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.manifest.Manifest.DefinitionOverride;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a manifest: syntax, schema, inheritance, then what a schema cannot say. Every problem is reported with its line. */
public final class ManifestReader {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path file;
    private final Path root;

    private ManifestReader(Path file, Path root) {
        this.file = file;
        this.root = root;
    }

    /**
     * Reads a manifest.
     *
     * @param file the manifest: an object as the schema says, or a bare list of entries
     * @param root the directory that paths in it are relative to
     * @throws BadInputException when anything in it is wrong
     * @throws IOException when the file cannot be read
     */
    public static Manifest read(Path file, Path root) throws BadInputException, IOException {
        return new ManifestReader(
                        file.toAbsolutePath().normalize(), root.toAbsolutePath().normalize())
                .read();
    }

    private Manifest read() throws BadInputException, IOException {
        JsonNode tree = parse(text());
        if (tree.isArray()) {
            tree = MAPPER.createObjectNode().set("models", tree);
        }
        List<InputProblem> problems = new SchemaCheck(file).check(tree);
        if (!problems.isEmpty()) {
            throw new BadInputException(problems);
        }
        List<ObjectNode> complete = Inheritance.complete(file, tree.get("models"));
        List<ManifestEntry> entries = new ArrayList<>();
        for (int i = 0; i < complete.size(); i++) {
            ObjectNode node = complete.get(i);
            node.put("line", Lines.of(tree.get("models").get(i)));
            entries.add(MAPPER.treeToValue(node, ManifestEntry.class));
        }
        Manifest manifest = new Manifest(file, root, library(tree), overrides(tree), entries);
        List<InputProblem> broken = new EntryChecks(manifest).check();
        if (!broken.isEmpty()) {
            throw new BadInputException(broken);
        }
        return manifest;
    }

    private String text() throws BadInputException, IOException {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw new BadInputException(file, 0, "there is no such manifest", "Name an existing file with --manifest.");
        }
    }

    private JsonNode parse(String text) throws BadInputException, IOException {
        try (JsonParser parser = MAPPER.createParser(text)) {
            JsonNode tree = MAPPER.reader(new LocationJsonNodeFactory(parser)).readTree(parser);
            return tree == null ? MAPPER.missingNode() : tree;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new BadInputException(
                    file, line, "not valid JSON: " + e.getOriginalMessage(), "Correct the syntax near this line.");
        }
    }

    private static List<DefinitionOverride> overrides(JsonNode tree) throws JsonProcessingException {
        List<DefinitionOverride> overrides = new ArrayList<>();
        for (JsonNode node : tree.path("overrides")) {
            overrides.add(MAPPER.treeToValue(node, DefinitionOverride.class));
        }
        return overrides;
    }

    private static List<String> library(JsonNode tree) {
        if (!tree.has("library")) {
            return Manifest.DEFAULT_LIBRARY;
        }
        List<String> directories = new ArrayList<>();
        tree.get("library").forEach(node -> directories.add(node.asText()));
        return directories;
    }

    /** Where the values of a manifest stand in its text. */
    static final class Lines {
        private Lines() {}

        /** The line where a value begins; the first one for a value that is not from a text. */
        static int of(JsonNode node) {
            JsonLocation location = node == null ? null : JsonNodes.tokenLocationOf(node);
            return location == null ? 1 : location.getLineNr();
        }
    }
}
