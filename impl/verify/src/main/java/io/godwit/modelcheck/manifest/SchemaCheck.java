package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.PathType;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.input.Suggest;
import io.godwit.modelcheck.manifest.ManifestReader.Lines;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Holds a manifest against the published schema and says where and what to do. */
final class SchemaCheck {
    private static final String RESOURCE = "manifest.schema.json";

    private final Path file;

    /** A check of a manifest. */
    SchemaCheck(Path file) {
        this.file = file;
    }

    List<InputProblem> check(JsonNode tree) throws IOException {
        JsonNode schemaTree = schema();
        SchemaValidatorsConfig config =
                SchemaValidatorsConfig.builder().pathType(PathType.JSON_POINTER).build();
        JsonSchema schema =
                JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schemaTree, config);
        List<InputProblem> problems = new ArrayList<>();
        for (ValidationMessage message : schema.validate(tree)) {
            problems.add(problem(message, schemaTree));
        }
        problems.sort(Comparator.comparingInt(InputProblem::line));
        return problems;
    }

    private static JsonNode schema() throws IOException {
        try (InputStream in = SchemaCheck.class.getResourceAsStream(RESOURCE)) {
            return new ObjectMapper().readTree(in);
        }
    }

    private InputProblem problem(ValidationMessage message, JsonNode schemaTree) {
        JsonNode node = message.getInstanceNode();
        String key = message.getProperty();
        return switch (message.getType()) {
            case "additionalProperties" -> new InputProblem(
                    file,
                    Lines.of(node.get(key)),
                    "unknown key '" + key + "'",
                    Suggest.remedy(key, keysNear(message, schemaTree)));
            case "required" -> new InputProblem(
                    file,
                    Lines.of(node),
                    "the key '" + key + "' is missing",
                    "Add it; docs/verify/check.md explains it.");
            default -> new InputProblem(
                    file,
                    Lines.of(node),
                    message.getMessage()
                            .replaceFirst(
                                    "^[^:]*: ",
                                    lastOf(message.getInstanceLocation().toString()) + ": "),
                    "models/manifest.schema.json and docs/verify/check.md say what is allowed here.");
        };
    }

    private static String lastOf(String pointer) {
        return "'" + pointer.substring(pointer.lastIndexOf('/') + 1) + "'";
    }

    private static List<String> keysNear(ValidationMessage message, JsonNode schemaTree) {
        String at = message.getInstanceLocation().toString();
        String definition = "";
        if (at.endsWith("/expect")) {
            definition = "/$defs/expect";
        } else if (at.endsWith("/apalache")) {
            definition = "/$defs/apalache";
        } else if (!at.isEmpty()) {
            definition = "/$defs/entry";
        }
        List<String> keys = new ArrayList<>();
        schemaTree.at(definition + "/properties").fieldNames().forEachRemaining(keys::add);
        return keys;
    }
}
