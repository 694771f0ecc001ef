package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs programs of the system. */
final class Shell {
    private Shell() {}

    /**
     * Runs a program.
     *
     * @throws LabException with the program's output, if it fails
     */
    static void run(List<String> command) throws IOException, InterruptedException {
        run(command, "");
    }

    /** The output of a program. */
    static String ask(List<String> command) throws IOException {
        try {
            return run(command, "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("interrupted at " + String.join(" ", command));
        }
    }

    /**
     * Runs a program, and gives it some text to read.
     *
     * @return the program's output
     * @throws LabException with the program's output, if it fails
     */
    static String run(List<String> command, String input) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int status = process.waitFor();
        if (status != 0) {
            throw new LabException(
                    String.join(" ", command) + " failed with status " + status + (said.isEmpty() ? "" : ": " + said));
        }
        return said;
    }
}
