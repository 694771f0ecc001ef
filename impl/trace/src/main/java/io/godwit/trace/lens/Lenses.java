package io.godwit.trace.lens;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.trace.TraceException;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** All lenses of a specification tree, by root module. */
public final class Lenses {
    private static final String FILE = "lens.json";

    private final Map<String, Lens> byModule = new LinkedHashMap<>();

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
            files.filter(file -> file.getFileName().toString().equals(FILE))
                    .sorted()
                    .forEach(lenses::add);
        } catch (IOException e) {
            throw new TraceException(directory + ": cannot be searched for lenses: " + e.getMessage(), e);
        }
        return lenses;
    }

    /** The lens of a module, or the generic one. */
    public Lens of(String module) {
        return byModule.getOrDefault(module, Lens.generic());
    }

    /** The modules that have a lens. */
    public Set<String> modules() {
        return new TreeSet<>(byModule.keySet());
    }

    private void add(Path file) {
        try {
            add(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new TraceException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Adds the lenses of one file, given as text. */
    public Lenses add(String file, String json) {
        JsonNode root;
        try {
            root = new ObjectMapper().readTree(json);
        } catch (JsonProcessingException e) {
            throw new TraceException(
                    file + ":" + e.getLocation().getLineNr() + ": invalid JSON: " + e.getOriginalMessage(), e);
        }
        new LensReader(file).read(root, byModule);
        return this;
    }
}
