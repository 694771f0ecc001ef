package io.godwit.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs of the system. */
final class Shell {
    private Shell() {}

    /**
     * Runs a program.
     *
     * @throws LabException with what it says, if it fails
     */
    static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int status = process.waitFor();
        if (status != 0) {
            throw new LabException(
                    String.join(" ", command) + " failed with status " + status + (said.isEmpty() ? "" : ": " + said));
        }
    }
}
