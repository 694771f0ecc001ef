package io.godwit.bench.comparison;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One system's process for one experiment. */
final class ComparisonProcess {
    /** Number of unrecognized output lines shown if there is no result, from the beginning and from the end. */
    private static final int KEPT = 20;

    private ComparisonProcess() {}

    /**
     * Starts the process and waits for it.
     *
     * @param outcome what it tells in the end, in a list
     * @param progress gets what the process says about how far it is, and every two seconds for how long
     * @throws IOException if it ends without a result
     */
    public static <T> List<T> run(List<String> command, Class<T> outcome, Consumer<String> progress)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<String> first = new ArrayList<>();
        Deque<String> last = new ArrayDeque<>();
        List<T> outcomes = null;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
                ActivityReporter activity = new ActivityReporter("starts", progress)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(ProcessMessages.MARK + "[")) {
                    ObjectMapper mapper = new ObjectMapper();
                    outcomes = mapper.readValue(
                            line.substring(ProcessMessages.MARK.length()),
                            mapper.getTypeFactory().constructCollectionType(List.class, outcome));
                } else if (line.startsWith(ProcessMessages.MARK)) {
                    activity.now(line.substring(ProcessMessages.MARK.length()));
                } else if (first.size() < KEPT) {
                    first.add(line);
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
            first.addAll(last);
            throw new IOException("no result, exit status " + process.exitValue() + ":\n" + String.join("\n", first));
        }
        return outcomes;
    }

    /** The work of a system's process. */
    @FunctionalInterface
    interface ProcessTask {
        void run() throws Exception;
    }

    /** Messages from a system's process to the parent process. */
    public static final class ProcessMessages {
        /** What a line of output begins with that is meant for the process that waits. */
        static final String MARK = "#godwit-bench ";

        private static final long POLL = 2;

        private ProcessMessages() {}

        /** Reports progress. */
        public static void say(String progress) {
            System.out.println(MARK + progress);
        }

        /** Reports the result. */
        public static void tell(List<?> outcomes) throws JsonProcessingException {
            System.out.println(MARK + new ObjectMapper().writeValueAsString(outcomes));
        }

        /** Runs a task and ends the process, whatever threads there are: with 1 if the task fails, and 0 otherwise. */
        static void endWith(ProcessTask task) {
            int status;
            try {
                task.run();
                status = 0;
            } catch (Throwable e) {
                // The lines of the output are shown by the process that waits.
                e.printStackTrace(System.out);
                status = 1;
            }
            System.exit(status);
        }

        /**
         * Waits for a condition and reports that it waits.
         *
         * @param bound seconds
         * @throws IllegalStateException if it takes longer than that
         */
        public static void await(String what, long bound, BooleanSupplier holds) throws InterruptedException {
            long start = System.nanoTime();
            if (!holds.getAsBoolean()) {
                say("waiting until " + what);
            }
            while (!holds.getAsBoolean()) {
                Thread.sleep(POLL);
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(bound)) {
                    throw new IllegalStateException("not within " + bound + " s: " + what);
                }
            }
        }
    }
}
