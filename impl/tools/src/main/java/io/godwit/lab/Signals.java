package io.godwit.lab;

import io.godwit.lab.Lab.LabException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends signals to processes with the tools of the system, on Linux and macOS. */
final class Signals {
    /** Time limit for a process to stop, in milliseconds; generous because a busy system is slow. */
    private static final long STOPS_WITHIN = 10_000;

    private static final char STOPPED = 'T';
    private static final char ENDED = 'Z';

    private Signals() {}

    /**
     * Pauses a process until it is resumed, and waits until it has stopped: the signal is sent at once, but a thread stops only
     * when it next enters the kernel.
     *
     * @throws LabException if it is still running after the time limit
     */
    static void stop(long pid) throws IOException, InterruptedException {
        Shell.run(List.of("kill", "-STOP", Long.toString(pid)));
        awaitStopped(pid, Signals::state, STOPS_WITHIN);
    }

    /** The state of a process, as a letter of {@code ps}. */
    interface States {
        char of(long pid) throws IOException, InterruptedException;
    }

    /** Waits until a process has stopped or ended, at most the given number of milliseconds. */
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

    /** Resumes a process. */
    static void goOn(long pid) throws IOException, InterruptedException {
        Shell.run(List.of("kill", "-CONT", Long.toString(pid)));
    }

    /** Whether it is paused. */
    static boolean isStopped(long pid) throws IOException, InterruptedException {
        return state(pid) == STOPPED;
    }

    /** The state letter of a process; Z if it has ended. */
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
