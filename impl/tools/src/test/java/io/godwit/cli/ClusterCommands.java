package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.LocalCluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs commands on the cluster in a directory, and keeps what the last one has printed. For one thread. */
final class ClusterCommands {
    private final Path directory;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    ClusterCommands(Path directory) {
        this.directory = directory;
    }

    LocalCluster cluster() {
        return new LocalCluster(directory);
    }

    /** Runs a command, {@code cluster} or {@code client}; returns its exit status. */
    int run(String group, String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all = new ArrayList<>(List.of(group));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--dir", directory.toString()));
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(all.toArray(String[]::new));
    }

    /** Runs a command that succeeds. */
    void done(String group, String... arguments) {
        fails(0, group, arguments);
    }

    /** Runs a command that ends with a status. */
    void fails(int status, String group, String... arguments) {
        assertEquals(status, run(group, arguments), this::printed);
    }

    /** The last command has printed these words. */
    void says(String words) {
        assertTrue(printed().contains(words), this::printed);
    }

    /** What the last command has printed for its user. */
    String output() {
        return out.toString();
    }

    private String printed() {
        return out + "" + err;
    }
}
