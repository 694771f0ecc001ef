package io.godwit.bench.comparison;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A member of a comparison as a process of its own, which is told by lines what to do. For one thread. */
final class MemberProcess implements AutoCloseable {
    /** Number of lines of other output that are shown if the process ends too early. */
    private static final int KEPT = 20;

    private static final String ENDED = "";

    private final String name;
    private final Process process;
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final Deque<String> last = new ArrayDeque<>();

    /**
     * Starts the process.
     *
     * @param name for messages
     * @throws IOException if it cannot be started
     */
    MemberProcess(String name, List<String> command) throws IOException {
        this.name = name;
        this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread reader = new Thread(this::read, "godwit-bench-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ProcessMessages.MARK)) {
                    messages.add(line.substring(ProcessMessages.MARK.length()));
                } else {
                    keep(line);
                }
            }
        } catch (IOException e) {
            keep(e.toString());
        }
        messages.add(ENDED);
    }

    private void keep(String line) {
        synchronized (last) {
            last.addLast(line);
            if (last.size() > KEPT) {
                last.removeFirst();
            }
        }
    }

    /**
     * Waits until the process says something.
     *
     * @throws IOException if it ends before, or takes longer
     */
    void await(String message, long seconds) throws IOException, InterruptedException {
        for (String said = next(seconds); !said.equals(message); said = next(seconds)) {
            // It says how far it is.
        }
    }

    private String next(long seconds) throws IOException, InterruptedException {
        String said = messages.poll(seconds, TimeUnit.SECONDS);
        if (said == null) {
            throw new IOException(name + " does not answer within " + seconds + " s");
        }
        if (said.equals(ENDED)) {
            synchronized (last) {
                throw new IOException(
                        name + " has ended, exit status " + process.waitFor() + ":\n" + String.join("\n", last));
            }
        }
        return said;
    }

    /** Tells the process something; nothing happens if it has ended. */
    void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            keep(e.toString());
        }
    }

    /**
     * Waits for what the process tells in the end.
     *
     * @throws IOException if it ends without that, or takes longer
     */
    <T> T result(Class<T> type, long seconds) throws IOException, InterruptedException {
        String said = next(seconds);
        while (!said.startsWith("[")) {
            said = next(seconds);
        }
        ObjectMapper mapper = new ObjectMapper();
        List<T> told = mapper.readValue(said, mapper.getTypeFactory().constructCollectionType(List.class, type));
        return told.get(0);
    }

    /** Ends the process. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
