package io.godwit.bench.comparison;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The output directory of a command; a mixin. */
public final class OutputDirectory {
    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Directory for JSON, plots and reports (default: ${DEFAULT-VALUE}).",
            defaultValue = "out/bench")
    private Path directory;

    /** The directory, which there may not be yet. */
    public Path directory() {
        return directory;
    }

    /** Writes a file of JSON. */
    public void json(String file, Object value) throws IOException {
        json(directory.resolve(file), value);
    }

    /** Writes a file of JSON, and makes its directory. */
    public static void json(Path file, Object value) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(
                file,
                new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value) + "\n");
    }
}
