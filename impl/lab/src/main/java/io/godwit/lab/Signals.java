package io.godwit.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        if (Files.exists(stat)) {
            return isStopped(stat);
        }
        Process process = new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(pid))
                .redirectErrorStream(true)
                .start();
        String state = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        process.waitFor();
        return state.strip().startsWith("T");
    }

    /** The same where the system has files for it: that is asked often, and costs no process. */
    private static boolean isStopped(Path stat) {
        try {
            String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
            // The program's name is in brackets, and may hold anything.
            return text.startsWith(" T", text.lastIndexOf(')') + 1);
        } catch (IOException e) {
            // It has ended meanwhile.
            return false;
        }
    }
}
