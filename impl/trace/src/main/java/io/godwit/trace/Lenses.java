package io.godwit.trace;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All lenses of a specification tree, by root module. Unknown keys, wrong types and broken expressions are errors that name the place. */
public final class Lenses {
    private static final String FILE = "lens.json";
    private static final String EXTENDS = "extends";
    private static final JsonSetter.Value EMPTY_IF_ABSENT = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .withConfigOverride(String.class, it -> it.setSetterInfo(EMPTY_IF_ABSENT))
            .withConfigOverride(List.class, it -> it.setSetterInfo(EMPTY_IF_ABSENT))
            .withConfigOverride(Map.class, it -> it.setSetterInfo(EMPTY_IF_ABSENT))
            .withCoercionConfig(
                    LogicalType.Textual, it -> it.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail))
            .build();

    /** The lens of a module that has none. */
    static final Lens GENERIC = lens("", Map.of("", MAPPER.createObjectNode()), "");

    private final Map<String, Lens> byModule = new LinkedHashMap<>();

    /** The contents of a file. */
    private record LensFile(String format, int version, Map<String, ObjectNode> modules) {}

    /** No lens at all: every module gets the generic one. */
    public static Lenses none() {
        return new Lenses();
    }

    /** Reads every {@code lens.json} under a directory (the specification's). A missing directory has no lenses. */
    public static Lenses load(Path directory) {
        Lenses lenses = new Lenses();
        if (!Files.isDirectory(directory)) {
            return lenses;
        }
        try (Stream<Path> files = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
            for (Path file : files.filter(it -> it.getFileName().toString().equals(FILE))
                    .sorted()
                    .toList()) {
                lenses.add(file.toString(), Files.readString(file));
            }
        } catch (IOException e) {
            throw new TraceException(directory + ": cannot be searched for lenses: " + e.getMessage(), e);
        }
        return lenses;
    }

    /** The lens of a module, or the generic one. */
    public Lens of(String module) {
        return byModule.getOrDefault(module, GENERIC);
    }

    /** The modules that have a lens. */
    public Set<String> modules() {
        return new TreeSet<>(byModule.keySet());
    }

    /** Adds the lenses of one file, given as text. */
    public Lenses add(String file, String json) {
        try {
            LensFile read = MAPPER.readValue(json, LensFile.class);
            if (!"godwit-lens".equals(read.format) || read.version != 1) {
                throw new TraceException(file + ": /: expected \"format\": \"godwit-lens\", \"version\": 1");
            }
            for (String module : read.modules.keySet()) {
                byModule.put(module, lens(file, read.modules, module));
            }
        } catch (JsonProcessingException e) {
            throw error(file, "", e);
        }
        return this;
    }

    private static Lens lens(String file, Map<String, ObjectNode> modules, String module) {
        String place = "/modules/" + module;
        ObjectNode node = modules.get(module).deepCopy();
        for (int depth = 0; node.has(EXTENDS); depth++) {
            String base = node.remove(EXTENDS).asText();
            if (!modules.containsKey(base) || depth > modules.size()) {
                throw new TraceException(
                        file + ": " + place + "/extends: no module " + base + " in this file that could be extended");
            }
            node = merged(modules.get(base), node);
        }
        try {
            return MAPPER.treeToValue(node, Lens.class);
        } catch (JsonProcessingException e) {
            throw error(file, place, e);
        }
    }

    /** What a module says itself wins over its base, key by key; the cell is replaced as a whole. */
    private static ObjectNode merged(ObjectNode base, ObjectNode own) {
        ObjectNode merged = base.deepCopy();
        own.properties().forEach(it -> {
            if (merged.get(it.getKey()) instanceof ObjectNode both
                    && it.getValue() instanceof ObjectNode mine
                    && !it.getKey().equals("cell")) {
                both.setAll(mine);
            } else {
                merged.set(it.getKey(), it.getValue());
            }
        });
        return merged;
    }

    private static TraceException error(String file, String place, JsonProcessingException e) {
        if (!(e instanceof JsonMappingException wrong)) {
            return new TraceException(
                    file + ":" + e.getLocation().getLineNr() + ": invalid JSON: " + e.getOriginalMessage(), e);
        }
        String where = wrong.getPath().stream()
                .map(it -> "/" + (it.getFieldName() == null ? it.getIndex() : it.getFieldName()))
                .collect(Collectors.joining());
        String what = e instanceof UnrecognizedPropertyException unknown
                ? "unknown key; there are "
                        + unknown.getKnownPropertyIds().stream()
                                .map(Object::toString)
                                .sorted()
                                .toList()
                : wrong.getCause() instanceof TraceException cause ? cause.getMessage() : wrong.getOriginalMessage();
        return new TraceException(file + ": " + place + where + ": " + what, e);
    }
}
