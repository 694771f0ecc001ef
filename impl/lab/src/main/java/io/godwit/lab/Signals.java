package io.godwit.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What only the system's own tools can do to a process, on Linux and macOS. */
final class Signals {
    private Signals() {}

    /** Stops a process until it is told to go on. */
    static void stop(long pid) throws IOException, InterruptedException {
        Shell.run(List.of("kill", "-STOP", Long.toString(pid)));
    }

    /** Lets a process go on. */
    static void goOn(long pid) throws IOException, InterruptedException {
        Shell.run(List.of("kill", "-CONT", Long.toString(pid)));
    }

    /** Is it stopped? */
    static boolean isStopped(long pid) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(pid))
                .redirectErrorStream(true)
                .start();
        String state = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        process.waitFor();
        return state.strip().startsWith("T");
    }
}
