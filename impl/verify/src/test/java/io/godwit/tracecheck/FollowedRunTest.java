package io.godwit.tracecheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.tracecheck.TraceCheck.TraceCheckResult;
import io.godwit.tracecheck.log.LogException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is checked while it goes on has the same result as one that is checked when it is over. */
class FollowedRunTest extends LoggedRuns {
    private static final long SECOND = 1_000_000_000L;

    /** Steps in which nothing is written, between the lives of members. */
    private static final int PAUSE = 2;

    @TempDir
    private Path growing;

    private long now;
    private long latest;
    private long takenBeforeTheEnd;
    private boolean anew;

    /** Writes the logs of a run bit by bit: first those of first lives, then, after a pause, the others; all in equal parts. */
    private final class Writer {
        private final Map<Path, List<String>> logs = new TreeMap<>();
        private final int steps;
        private final long seconds;
        private int step;

        Writer(int steps, long seconds) throws IOException {
            this.steps = steps;
            this.seconds = seconds;
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    logs.put(
                            growing.resolve(file.getFileName()),
                            Files.readAllLines(file).stream()
                                    .takeWhile(line -> !line.startsWith("\0"))
                                    .toList());
                }
            }
        }

        /** Writes some more; true when there is no more. */
        boolean over() {
            now += seconds * SECOND;
            step++;
            try {
                for (Map.Entry<Path, List<String>> log : logs.entrySet()) {
                    write(log.getKey(), log.getValue());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            takenBeforeTheEnd = latest;
            return step > 2 * steps + PAUSE;
        }

        private void write(Path path, List<String> lines) throws IOException {
            int done = path.toString().endsWith("-0.ndjson") ? step : step - steps - PAUSE;
            int from = part(lines, done - 1);
            int to = part(lines, done);
            if (from < to) {
                Files.write(path, lines.subList(from, to), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        }

        private int part(List<String> lines, int done) {
            return lines.size() * Math.max(0, Math.min(done, steps)) / steps;
        }
    }

    private TraceCheckResult follow(int steps, long seconds) throws Exception {
        Writer writer = new Writer(steps, seconds);
        return new TraceCheck(SPEC, 1).follow(growing, writer::over, () -> now, this::progress);
    }

    private void progress(long taken) {
        anew |= taken < latest;
        latest = taken;
    }

    private static JsonNode comparable(TraceCheckResult result) {
        List<String> failures = new ArrayList<>();
        result.failures().forEach(it -> failures.add(it.toString()));
        return new ObjectMapper()
                .valueToTree(List.of(
                        result.members(),
                        result.events(),
                        result.partitions(),
                        result.steps(),
                        result.taken(),
                        result.refusals(),
                        result.refusalLines(),
                        failures));
    }

    @Test
    void runIsCheckedWhileItGoesOn() throws Exception {
        simulate("", 7, "join");
        TraceCheckResult whole = check();
        TraceCheckResult followed = follow(5, 20);
        assertTrue(followed.passed());
        assertEquals(comparable(whole), comparable(followed));
        assertTrue(Files.exists(growing.resolve("order.txt")));
        assertEquals(comparable(followed), comparable(new TraceCheck(SPEC, 1).check(growing, it -> {})));
        assertTrue(takenBeforeTheEnd > whole.events() / 2, () -> takenBeforeTheEnd + " of " + whole.events());
        assertFalse(anew);
    }

    /** A member starts again without its last steps, which were held back. */
    @Test
    void lostStepsAreHeldBack() throws Exception {
        TraceCheckResult whole = losing();
        assertEquals(comparable(whole), comparable(follow(20, 1)));
        assertTrue(takenBeforeTheEnd > 0);
        assertFalse(anew);
    }

    /** The steps that a member loses had been taken already. */
    @Test
    void runIsCheckedAnewWhenTakenStepsAreLost() throws Exception {
        TraceCheckResult whole = losing();
        assertEquals(comparable(whole), comparable(follow(5, 100)));
        assertTrue(takenBeforeTheEnd > whole.events() / 2);
        assertTrue(anew);
    }

    private TraceCheckResult losing() throws Exception {
        for (int seed = 1; seed <= 40; seed++) {
            clear();
            simulate("", seed, "reboot,slow-disk", 6, plan -> plan);
            TraceCheckResult whole = check();
            if (whole.taken().getOrDefault("DataPlane!StartAgain", 0L) > 0) {
                return whole;
            }
        }
        throw new AssertionError("nothing was lost");
    }

    @Test
    void mismatchIsToldAsByTheCheckOfTheWholeRun() throws Exception {
        simulate("WaitsForInSync", 7, "none");
        TraceCheckResult whole = check();
        assertFalse(whole.passed());
        // It is of another run.
        Files.writeString(growing.resolve("order.txt"), "9 9\n");
        assertEquals(comparable(whole), comparable(follow(3, 20)));
        assertFalse(Files.exists(growing.resolve("order.txt")));
    }

    @Test
    void brokenLogIsToldAsByTheCheckOfTheWholeRun() throws Exception {
        simulate("", 7, "none");
        Logs logs = new Logs(directory);
        logs.of(2).get(9).put("a", "Nothing");
        logs.write();
        String whole = assertThrows(LogException.class, this::check).getMessage();
        assertEquals(
                whole, assertThrows(LogException.class, () -> follow(3, 20)).getMessage());
    }
}
