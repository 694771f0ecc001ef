package io.godwit.bench.comparison;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Processes side by side, Godwit's and Hazelcast's; a mixin. */
public final class ComparisonOptions {
    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            description = "Heap of each process (default: ${DEFAULT-VALUE}).",
            defaultValue = "1g")
    private String heap;

    @Mixin
    private ProcessOptions processes;

    /** What each process is started with: its heap, and other options if there are any. */
    public String machine() {
        return "heap " + heap + (processes.jvm.isEmpty() ? "" : ", " + String.join(" ", processes.jvm));
    }

    /** Hazelcast in some version. */
    public ComparedSystem hazelcast(String version, Class<?> main) throws IOException, InterruptedException {
        return processes.hazelcast(version, main);
    }

    /** Lets a system run, and says on standard error how far it is. */
    public <T> List<T> run(ComparedSystem system, String what, List<String> arguments, Class<T> outcome)
            throws IOException, InterruptedException {
        return processes.run(system, heap, what, arguments, outcome);
    }

    /** Processes of any heap; a mixin. */
    public static final class ProcessOptions {
        @Option(
                names = "--jvm",
                split = ",",
                paramLabel = "OPTION",
                description = "Additional JVM options for each process, such as -XX:+UseParallelGC (default: none).")
        private List<String> jvm = List.of();

        @Option(
                names = "--cache",
                paramLabel = "DIR",
                description = "Directory of Hazelcast's jars; Maven fetches missing ones (default: ${DEFAULT-VALUE}).",
                defaultValue = "out/bench/jars")
        private Path cache;

        /** Additional JVM options. */
        public List<String> jvm() {
            return jvm;
        }

        /** Hazelcast in some version. */
        public ComparedSystem hazelcast(String version, Class<?> main) throws IOException, InterruptedException {
            return ComparedSystem.hazelcast(version, cache, main);
        }

        /** Lets a system run, and says on standard error how far it is. */
        public <T> List<T> run(
                ComparedSystem system, String heap, String what, List<String> arguments, Class<T> outcome)
                throws IOException, InterruptedException {
            return ComparisonProcess.run(
                    system.command(heap, jvm, arguments), outcome, line -> System.err.println(what + ": " + line));
        }
    }

    /** The output directory of a command; a mixin. */
    public static final class OutputDirectory {
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
                    new ObjectMapper()
                                    .enable(SerializationFeature.INDENT_OUTPUT)
                                    .writeValueAsString(value) + "\n");
        }
    }
}
