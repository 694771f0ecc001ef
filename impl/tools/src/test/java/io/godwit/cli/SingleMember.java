package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.TestMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A member in a process of its own, the only one of its cluster, which can be killed and started again. For one thread. */
final class SingleMember {
    private final Path config;
    private final Path output;
    private final List<String> java;
    private Process process;

    /**
     * A member that was not started.
     *
     * @param directory has room for its configuration and its output
     * @param store where it keeps what survives a restart
     */
    SingleMember(Path directory, String cluster, Path store) throws IOException {
        this(directory, cluster, store, TestMember.command());
    }

    /**
     * A member that was not started.
     *
     * @param directory has room for its configuration and its output
     * @param store where it keeps what survives a restart
     * @param java the command, without the path of its configuration
     */
    SingleMember(Path directory, String cluster, Path store, List<String> java) throws IOException {
        this.java = java;
        this.config = directory.resolve("m.yaml");
        this.output = directory.resolve("output");
        Files.writeString(
                config,
                "cluster: " + cluster + "\nport: 0\npartitions: 3\nbackups: 0\ndisk-reserve: 0\ndata-dir: " + store
                        + "\n");
    }

    /** Starts the process. */
    Process launch(String... options) throws IOException {
        List<String> command = new ArrayList<>(java);
        command.add(config.toString());
        command.addAll(List.of(options));
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return process;
    }

    /** What the process has printed since it was started last. */
    String output() throws IOException {
        return Files.readString(output);
    }

    /** Starts the process and waits until it listens; returns its address. It has to come back at the port that others know. */
    String start(String... options) throws Exception {
        launch(options);
        Pattern listening = Pattern.compile("listening at (\\S+)");
        for (Matcher found = listening.matcher(output()); ; found = listening.matcher(output())) {
            if (found.find()) {
                String address = found.group(1);
                Files.writeString(
                        config,
                        Files.readString(config)
                                .replace("port: 0", "port: " + address.substring(address.lastIndexOf(':') + 1)));
                return address;
            }
            assertTrue(process.isAlive(), output());
            Thread.sleep(20);
        }
    }

    /** Whether the process runs. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the process as a crash does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
