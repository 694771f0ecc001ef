package io.godwit.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What only the system's own tools can do to a process, on Linux and macOS. */
final class Signals {
    /** How long a process may take to stop once it is told to, in milliseconds: a busy system is slow, no more. */
    private static final long STOPS_WITHIN = 10_000;

    private static final char STOPPED = 'T';
    private static final char ENDED = 'Z';

    private Signals() {}

    /**
     * Stops a process until it is told to go on, and waits for it: the signal is sent at once, but a thread stops only
     * when it has next to do with the kernel.
     *
     * @throws LabException if it runs on all the same
     */
    static void stop(long pid) throws IOException, InterruptedException {
        Shell.run(List.of("kill", "-STOP", Long.toString(pid)));
        awaitStopped(pid, Signals::state, STOPS_WITHIN);
    }

    /** Says what a process does: a letter as the system has it. */
    interface States {
        char of(long pid) throws IOException, InterruptedException;
    }

    /** Waits until a process has stopped or ended, for so many milliseconds. */
    static void awaitStopped(long pid, States states, long millis) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (char state = states.of(pid); state != STOPPED && state != ENDED; state = states.of(pid)) {
            if (System.nanoTime() - end > 0) {
                throw new LabException(
                        "process " + pid + " was told to stop " + millis + " ms ago and still runs; resume or kill it");
            }
            Thread.sleep(1);
        }
    }

    /** Lets a process go on. */
    static void goOn(long pid) throws IOException, InterruptedException {
        Shell.run(List.of("kill", "-CONT", Long.toString(pid)));
    }

    /** Is it stopped? */
    static boolean isStopped(long pid) throws IOException, InterruptedException {
        return state(pid) == STOPPED;
    }

    /** The letter that the system has for what a process does; Z if it has ended. */
    private static char state(long pid) throws IOException, InterruptedException {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        if (Files.exists(stat)) {
            return state(stat);
        }
        Process process = new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(pid))
                .redirectErrorStream(true)
                .start();
        String state = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        process.waitFor();
        return state.isEmpty() ? ENDED : state.charAt(0);
    }

    /** The same where the system has files for it: that is asked often, and costs no process. */
    private static char state(Path stat) {
        try {
            String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
            // The program's name is in brackets, and may hold anything.
            return text.charAt(text.lastIndexOf(')') + 2);
        } catch (IOException e) {
            // It has ended meanwhile.
            return ENDED;
        }
    }
}
