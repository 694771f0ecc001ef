package io.godwit.modelcheck.tlc;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.modelcheck.run.ToolProcess;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM with TLC on its class path: this Java, a bounded heap, and where modules are looked up. TLC keeps static state, so whatever loads a
 * specification runs in such a process.
 *
 * <p>Not thread-safe.
 */
public final class TlcProcess {
    private final List<String> options = new ArrayList<>();
    private final List<Path> classPath = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();

    /**
     * A process that is not started yet.
     *
     * @param tools the jar with TLC
     * @param heapMb memory in MiB
     * @param searchPath where modules are looked up
     * @param workDir a directory for temporary files, of this process alone: TLC unpacks its own modules into it
     */
    public TlcProcess(Path tools, int heapMb, List<Path> searchPath, Path workDir) {
        classPath.add(tools);
        options(
                "-Xmx" + heapMb + "m",
                "-Xss8m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Duser.language=en",
                "-Djava.io.tmpdir=" + workDir,
                "-DTLA-Library=" + join(searchPath));
    }

    /** The jar with TLC that this tool comes with. */
    public static Path bundled() {
        try {
            // Not initialised: TLC's classes have static state, and none of it belongs into this process.
            return locate(Class.forName("tlc2.TLC", false, TlcProcess.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("TLC is missing from the class path", e);
        }
    }

    /** Adds options of the JVM; a later one wins. */
    public TlcProcess options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Makes it start fast, for a process that lives for a second or two. */
    TlcProcess brief() {
        return options("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    }

    /** Runs a main class of this project. */
    public TlcProcess main(Class<?> main) {
        classPath.add(locate(TlcProcess.class));
        classPath.add(locate(main));
        return arguments(main.getName());
    }

    /** Adds Jackson to the class path. */
    public TlcProcess withJson() {
        Stream.of(ObjectMapper.class, JsonFactory.class, JsonInclude.class)
                .map(TlcProcess::locate)
                .forEach(classPath::add);
        return this;
    }

    /** Adds arguments of the program; the first of all is the main class. */
    public TlcProcess arguments(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /** The words of the command line. */
    List<String> line() {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(options);
        line.addAll(List.of("-cp", join(classPath)));
        line.addAll(arguments);
        return line;
    }

    /**
     * Starts it. Each line of its output and errors goes to {@code lines}, on another thread.
     *
     * @throws IOException when it cannot be started
     */
    public ToolProcess start(Path directory, Consumer<String> lines) throws IOException {
        return ToolProcess.start(line(), directory, Map.of(), lines);
    }

    /**
     * Runs it.
     *
     * @return the lines of its output that begin with the prefix, without it
     * @throws IOException when it cannot be started
     */
    List<String> answers(Path directory, String prefix, Duration patience) throws IOException, InterruptedException {
        List<String> answers = new ArrayList<>();
        ToolProcess process = start(directory, line -> {
            if (line.startsWith(prefix)) {
                answers.add(line.substring(prefix.length()));
            }
        });
        process.await(patience);
        return answers;
    }

    private static String join(List<Path> paths) {
        return paths.stream().map(Path::toString).distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private static Path locate(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
