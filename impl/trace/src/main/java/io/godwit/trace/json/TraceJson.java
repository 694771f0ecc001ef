package io.godwit.trace.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceException;
import io.godwit.trace.lens.Lenses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Traces as JSON files.
 *
 * <p>What a lens and the states determine (messages, changes, matrix) is written for other readers, and computed again when
 * godwit reads the file: so the pages always follow the lens.
 */
public final class TraceJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private TraceJson() {}

    /** The text of the file. */
    public static String write(Trace trace) {
        return JsonLayout.print(new TraceWriter(trace).tree());
    }

    /** Writes the file, and the directory if it is missing. */
    public static void write(Trace trace, Path file) {
        try {
            if (file.toAbsolutePath().getParent() != null) {
                Files.createDirectories(file.toAbsolutePath().getParent());
            }
            Files.writeString(file, write(trace));
        } catch (IOException e) {
            throw new TraceException(file + ": cannot be written: " + e.getMessage(), e);
        }
    }

    /** The trace as a tree, for those who embed it. */
    public static JsonNode tree(Trace trace) {
        return new TraceWriter(trace).tree();
    }

    /** Reads a file. */
    public static Trace read(Path file, Lenses lenses) {
        try {
            return read(file.toString(), Files.readString(file), lenses);
        } catch (NoSuchFileException e) {
            throw new TraceException(file + ": no such file", e);
        } catch (IOException e) {
            throw new TraceException(file + ": cannot be read: " + e.getMessage(), e);
        }
    }

    /** Reads a text; {@code file} is named in errors. */
    public static Trace read(String file, String json, Lenses lenses) {
        JsonNode root;
        try {
            root = MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new TraceException(
                    file + ":" + e.getLocation().getLineNr() + ": invalid JSON: " + e.getOriginalMessage()
                            + ". Regenerate the file with `./godwit check`.",
                    e);
        }
        return new TraceReader(file).read(root, lenses);
    }
}
