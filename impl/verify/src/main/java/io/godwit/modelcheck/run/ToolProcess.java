package io.godwit.modelcheck.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A checker's process. Its output is read on a thread of its own; the thread that calls {@link #await} waits. When this JVM ends early, so do all
 * processes that are still running.
 */
public final class ToolProcess {
    /** How long the output of a process may go on after its end. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    /** How many lines of the output are kept for a message about a failure. */
    private static final int LINES_KEPT = 20;

    private static final Set<ToolProcess> RUNNING = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(ToolProcess::kill), "godwit-kill"));
    }

    /**
     * How a process ended.
     *
     * @param exit its exit status
     * @param timedOut whether it was ended because its time was up
     * @param seconds how long it ran
     */
    public record End(int exit, boolean timedOut, double seconds) {}

    private final Process process;
    private final Thread reader;
    private final Deque<String> last = new ArrayDeque<>();
    private final long started = System.nanoTime();

    private ToolProcess(Process process, Consumer<String> lines) {
        this.process = process;
        this.reader = new Thread(() -> read(lines), "godwit-output-" + process.pid());
        reader.setDaemon(true);
    }

    /**
     * Starts a process. Each line of its output and errors goes to {@code lines}, on another thread. Its input is open until {@link #input} is
     * closed, or {@link #await} called.
     *
     * @throws IOException when it cannot be started
     */
    public static ToolProcess start(
            List<String> command, Path directory, Map<String, String> environment, Consumer<String> lines)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        ToolProcess tool = new ToolProcess(builder.start(), lines);
        RUNNING.add(tool);
        tool.reader.start();
        return tool;
    }

    /**
     * Waits for the end, or ends the process when the time is up.
     *
     * @throws IllegalStateException when the process has ended, but something that it started still holds its output
     */
    public End await(Duration budget) throws InterruptedException {
        return await(budget, LAST_WORDS);
    }

    /** The same with another time for the output to end after the process. */
    End await(Duration budget, Duration lastWords) throws InterruptedException {
        try {
            closeInput();
            boolean ended = process.waitFor(budget.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                kill();
            }
            int exit = process.waitFor();
            reader.join(lastWords.toMillis());
            if (reader.isAlive()) {
                // Half of an output must not be judged, and waiting for the rest may take for ever.
                throw new IllegalStateException("process " + process.pid()
                        + " has ended, but something that it started still holds its output");
            }
            return new End(exit, !ended, (System.nanoTime() - started) / 1e9);
        } finally {
            kill();
            RUNNING.remove(this);
        }
    }

    private void closeInput() {
        try {
            input().close();
        } catch (IOException e) {
            // It has ended before it has read everything; its exit status is what counts.
        }
    }

    /** What is written here is the input of the process. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** The last lines of its output, after {@link #await}; for people. */
    public String lastLines() {
        return last.isEmpty() ? "no output" : String.join("\n", last);
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends the process and what it started. */
    public void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private void read(Consumer<String> lines) {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (last.size() == LINES_KEPT) {
                    last.remove();
                }
                last.add(line);
                lines.accept(line);
            }
        } catch (IOException e) {
            // The stream breaks when the process is killed; whoever killed it knows.
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A checker could not be run at all: nothing was found out, and no file of the user is to blame. */
    public static final class ToolFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        /** An exception with what happened. */
        public ToolFailedException(String message) {
            super(message);
        }
    }
}
