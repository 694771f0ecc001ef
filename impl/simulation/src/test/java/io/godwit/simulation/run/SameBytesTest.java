package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Two processes run a seed alike, to the last byte that is sent or written to a disk. Between processes the order in which the
 * JDK's immutable sets and maps are iterated differs, and so may identity hash codes, on which that of other sets depends.
 */
class SameBytesTest {
    private static final String SECONDS = "10";
    private static final int SEEDS = 10;

    @Test
    void twoProcessesSendAndWriteTheSameBytes() throws IOException, InterruptedException {
        Process one = start(List.of());
        Process other = start(List.of("-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3"));
        List<String> fingerprints = fingerprints(one);
        assertEquals(SEEDS, new TreeSet<>(fingerprints).size(), fingerprints.toString());
        assertEquals(fingerprints, fingerprints(other));
    }

    private static Process start(List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Fingerprints.class.getName()));
        command.addAll(List.of(SECONDS, "1", Integer.toString(SEEDS)));
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    }

    private static List<String> fingerprints(Process process) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), text);
        return text.lines().toList();
    }
}
