package io.godwit.bench.migration;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** One contender's process for one experiment. */
final class Trial {
    private static final int KEPT = 20;

    private Trial() {}

    /**
     * Starts the process and waits for it.
     *
     * @param progress gets what the process says about how far it is
     * @throws IOException if it ends without a result
     */
    static List<Outcome> run(List<String> command, Consumer<String> progress) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Deque<String> last = new ArrayDeque<>();
        List<Outcome> outcomes = null;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(Meter.MARK + "[")) {
                    outcomes = new ObjectMapper()
                            .readValue(line.substring(Meter.MARK.length()), new TypeReference<List<Outcome>>() {});
                } else if (line.startsWith(Meter.MARK)) {
                    progress.accept(line.substring(Meter.MARK.length()));
                } else {
                    last.addLast(line);
                    if (last.size() > KEPT) {
                        last.removeFirst();
                    }
                }
            }
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        if (outcomes == null) {
            throw new IOException("no result, exit status " + process.exitValue() + ":\n" + String.join("\n", last));
        }
        return outcomes;
    }
}
