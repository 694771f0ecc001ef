package io.godwit.modelcheck.apalache;

import io.godwit.modelcheck.run.ToolProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An installed Apalache.
 *
 * @param program the program {@code apalache-mc}
 * @param version what it calls itself
 */
public record ApalacheTool(Path program, String version) {
    /** Environment variable that names the program. */
    public static final String VARIABLE = "APALACHE_MC";

    private static final String NAME = "apalache-mc";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * Looks for Apalache: what the user names, then the environment variable, then the PATH.
     *
     * @param named what the user names; null for nothing
     * @param environment the environment
     * @throws IOException when a named program cannot be run
     * @throws InterruptedException when this thread is interrupted
     */
    public static Optional<ApalacheTool> find(Path named, Map<String, String> environment)
            throws IOException, InterruptedException {
        Optional<Path> program = program(named, environment);
        if (program.isEmpty()) {
            return Optional.empty();
        }
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        ToolProcess.End end = ToolProcess.start(
                        List.of(program.get().toString(), "version"), Path.of("."), Map.of(), lines::add)
                .await(PATIENCE);
        String version = lines.stream()
                .map(String::strip)
                .filter(line -> line.matches("\\d+\\.\\d+.*"))
                .findFirst()
                .orElse("");
        if (end.exit() != 0 || version.isEmpty()) {
            throw new IOException(
                    program.get() + " version ended with status " + end.exit() + ": " + String.join(" ", lines));
        }
        return Optional.of(new ApalacheTool(program.get(), version));
    }

    private static Optional<Path> program(Path named, Map<String, String> environment) {
        if (named != null) {
            return Optional.of(named.toAbsolutePath());
        }
        String variable = environment.getOrDefault(VARIABLE, "");
        if (!variable.isEmpty()) {
            return Optional.of(Path.of(variable).toAbsolutePath());
        }
        for (String directory : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path candidate = Path.of(directory, NAME);
            if (!directory.isEmpty() && Files.isExecutable(candidate)) {
                return Optional.of(candidate.toAbsolutePath());
            }
        }
        return Optional.empty();
    }
}
