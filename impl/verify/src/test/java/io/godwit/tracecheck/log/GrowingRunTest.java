package io.godwit.tracecheck.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.tracecheck.log.GrowingRun.OutdatedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs are read while they are written: no more than has become durable, and nothing before its causes. */
class GrowingRunTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path directory;

    private long now;
    private GrowingRun run;

    @AfterEach
    void close() throws IOException {
        if (run != null) {
            run.close();
        }
    }

    private Path path(int member, int life) {
        return directory.resolve("member-" + member + "-" + life + ".ndjson");
    }

    private void write(int member, int life, String text) throws IOException {
        Files.writeString(path(member, life), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The first line of a log. */
    private static String header(int member, int life, String began, int term) {
        return "{\"format\":\"godwit-events\",\"version\":4,\"member\":" + member + ",\"life\":" + life
                + ",\"began\":\"" + began + "\",\"founders\":[1,2],\"partitions\":4,\"copies\":2"
                + ",\"control\":{\"term\":" + term + "},\"data\":{\"status\":\"up\"}}\n";
    }

    /** The first line of a member that joins with nothing. */
    private static String joiner(int member) {
        return header(member, 0, "join", 0).replace("\"control\":{\"term\":0}", "\"control\":{}");
    }

    private static String event(long number, String clock) {
        return "{\"s\":" + number + ",\"a\":\"StartElection\",\"n\":" + number + ",\"c\":{" + clock
                + "},\"d\":{\"term\":" + number + "}}\n";
    }

    private void found() throws Exception {
        write(1, 0, header(1, 0, "found", 0));
        write(2, 0, header(2, 0, "found", 0));
        open();
    }

    private void open() throws Exception {
        close();
        run = GrowingRun.open(directory, () -> now);
        assertNotNull(run);
        run.look();
    }

    /** The events that can be read so many seconds later. */
    private List<String> after(long seconds) throws Exception {
        now += seconds * SECOND;
        run.look();
        return rest();
    }

    private List<String> rest() throws Exception {
        return read(run.events());
    }

    private static List<String> read(MergedEvents events) throws Exception {
        List<String> read = new ArrayList<>();
        for (LoggedEvent event = events.next(); event != null; event = events.next()) {
            read.add(event.place().replace("member-", "").replace(".ndjson", "") + (event.lost() ? " lost" : ""));
        }
        return read;
    }

    private List<String> end() throws Exception {
        run.end(LoggedRun.open(directory));
        return rest();
    }

    @Test
    void runBeginsWhenAllFoundersHaveBegun() throws Exception {
        assertNull(GrowingRun.open(directory, () -> now));
        write(1, 0, header(1, 0, "found", 0));
        assertNull(GrowingRun.open(directory, () -> now));
        String second = header(2, 0, "found", 0);
        write(2, 0, second.substring(0, 40));
        assertNull(GrowingRun.open(directory, () -> now));
        write(2, 0, second.substring(40));
        run = GrowingRun.open(directory, () -> now);
        assertNotNull(run);
        assertEquals(4, run.run().partitions());
    }

    /** The events of the last seconds before a member has written last may be lost. */
    @Test
    void eventIsHeldBackUntilItIsDurable() throws Exception {
        found();
        write(1, 0, event(1, ""));
        assertEquals(List.of(), after(1));
        write(1, 0, event(2, ""));
        assertEquals(List.of(), after(9));
        // Without another event, time alone does not help.
        assertEquals(List.of(), after(50));
        write(1, 0, event(3, ""));
        assertEquals(List.of("1-0:2", "1-0:3"), after(1));
        assertEquals(List.of("1-0:4"), end());
    }

    @Test
    void memberThatIsSilentForLongIsRead() throws Exception {
        found();
        write(1, 0, event(1, ""));
        assertEquals(List.of(), after(1));
        assertEquals(List.of(), after(59));
        assertEquals(List.of("1-0:2"), after(1));
    }

    @Test
    void lineIsReadWhenItIsWhole() throws Exception {
        found();
        String line = event(1, "");
        write(1, 0, line.substring(0, 9));
        assertEquals(List.of(), after(1));
        assertEquals(List.of(), after(100));
        write(1, 0, line.substring(9) + event(2, "").replace("Election", "Ele\0tion") + "\0\0");
        assertEquals(List.of(), after(1));
        assertEquals(List.of("1-0:2"), after(100));
        assertEquals(List.of(), after(100));
        byte[] all = new String(Files.readAllBytes(path(1, 0)), java.nio.charset.StandardCharsets.US_ASCII)
                .replace("Ele\0tion", "Election")
                .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        Files.write(path(1, 0), all);
        assertEquals(List.of(), after(1));
        assertEquals(List.of("1-0:3"), after(100));
        assertEquals(List.of(), end());
    }

    @Test
    void effectWaitsForItsCause() throws Exception {
        found();
        write(1, 0, event(1, "\"2\":1") + event(2, ""));
        assertEquals(List.of(), after(1));
        assertEquals(List.of(), after(100));
        write(2, 0, event(1, "\"5\":1"));
        assertEquals(List.of(), after(1));
        assertEquals(List.of(), after(100));
        write(5, 0, joiner(5) + event(1, ""));
        assertEquals(List.of(), after(1));
        assertEquals(List.of("5-0:2", "2-0:2", "1-0:2", "1-0:3"), after(100));
    }

    @Test
    void messageWaitsForALogOfItsSender() throws Exception {
        found();
        write(1, 0, event(1, "").replace("StartElection\"", "HandleVoteRequest\",\"f\":3"));
        assertEquals(List.of(), after(1));
        assertEquals(List.of(), after(100));
        write(3, 0, joiner(3));
        assertEquals(List.of("1-0:2"), after(1));
    }

    /** What was held back is lost when the member starts again without it. */
    @Test
    void restartSaysWhatIsLost() throws Exception {
        found();
        write(1, 0, event(1, ""));
        assertEquals(List.of(), after(1));
        write(1, 0, event(2, "") + event(3, ""));
        assertEquals(List.of("1-0:2"), after(11));
        long life = 1L << Integer.SIZE;
        write(1, 1, header(1, 1, "restart", 2) + event(life + 1, ""));
        assertEquals(List.of("1-0:3", "1-0:4 lost", "1-1:1"), after(40));
        assertEquals(List.of("1-1:2"), after(60));
        assertEquals(List.of(), end());
    }

    @Test
    void orderIsKept() throws Exception {
        found();
        write(2, 0, event(1, "") + event(2, ""));
        assertEquals(List.of(), after(1));
        assertEquals(List.of("2-0:2", "2-0:3"), after(60));
        write(1, 0, event(1, "") + event(2, ""));
        write(2, 0, event(3, ""));
        assertEquals(List.of("2-0:4", "1-0:2", "1-0:3"), end());
        List<String> order = List.of("2-0:2", "2-0:3", "2-0:4", "1-0:2", "1-0:3");
        assertNotEquals(order, again());
        run.keepOrder();
        assertEquals(order, again());
        GrowingRun.forgetOrder(directory);
        assertNotEquals(order, again());
    }

    private List<String> again() throws Exception {
        try (MergedEvents events = LoggedRun.open(directory).events()) {
            return read(events);
        }
    }

    @Test
    void readerOfWhatIsLostBeginsAnew() throws Exception {
        found();
        write(1, 0, event(1, "") + event(2, ""));
        assertEquals(List.of(), after(1));
        assertEquals(List.of("1-0:2", "1-0:3"), after(60));
        write(1, 1, header(1, 1, "restart", 1));
        assertTrue(assertThrows(OutdatedException.class, () -> after(1))
                .getMessage()
                .contains("member 1 has lost"));
        open();
        assertEquals(List.of("1-0:2", "1-0:3 lost", "1-1:1"), after(1));
    }

    @Test
    void memberThatNobodyForesawBeginsItAnew() throws Exception {
        found();
        int many = 2 * 2 + 16;
        assertTrue(run.run().members().contains(many));
        assertFalse(run.run().members().contains(many + 1));
        write(many + 1, 0, joiner(many + 1));
        assertThrows(OutdatedException.class, () -> after(1));
        open();
        assertTrue(run.run().members().contains(2 * (many + 1)));
    }

    /** A member that may join is taken to begin with nothing. */
    @Test
    void memberThatJoinsWithAStateBeginsItAnew() throws Exception {
        found();
        write(3, 0, header(3, 0, "join", 7));
        assertThrows(OutdatedException.class, () -> after(1));
        open();
        assertEquals(7, run.run().headers().get(3).get("control").get("term").asInt());
        String replica = joiner(4).replace("\"up\"", "\"up\",\"replicas\":{\"0\":{\"log\":[0]}}");
        write(4, 0, replica);
        assertThrows(OutdatedException.class, () -> after(1));
        open();
        assertEquals(List.of(), after(1));
    }

    @Test
    void inTheEndLogsAreWhole() throws Exception {
        found();
        write(1, 0, event(1, "\"2\":1"));
        assertEquals(List.of(), after(1));
        assertEquals(
                "member-1-0.ndjson:2: has heard of event 1 of member 2, whose log ends with event 0",
                assertThrows(LogException.class, this::end).getMessage());
    }

    @Test
    void memberThatAppearsInTheEndIsRead() throws Exception {
        found();
        write(3, 0, joiner(3) + event(1, ""));
        assertEquals(List.of("3-0:2"), end());
    }
}
