package io.godwit.tracecheck.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each event comes after those that its clock names. */
class MergedEventsTest {
    @TempDir
    private Path directory;

    /** A log with an event for each clock. */
    private void log(int member, int life, String... clocks) throws Exception {
        StringBuilder text = new StringBuilder("{\"format\":\"godwit-events\",\"version\":4,\"member\":" + member
                + ",\"life\":" + life + ",\"began\":\"found\",\"founders\":[1,2],\"partitions\":4,\"copies\":2,"
                + "\"control\":{},\"data\":{}}\n");
        long number = (long) life << Integer.SIZE;
        for (String clock : clocks) {
            text.append("{\"s\":" + ++number + ",\"a\":\"StartElection\",\"n\":1,\"c\":{" + clock + "}}\n");
        }
        Files.writeString(directory.resolve("member-" + member + "-" + life + ".ndjson"), text);
    }

    private List<String> merged() throws Exception {
        List<String> merged = new ArrayList<>();
        try (MergedEvents events = LoggedRun.open(directory).events()) {
            for (LoggedEvent event = events.next(); event != null; event = events.next()) {
                merged.add(event.place().replace("member-", "").replace(".ndjson", ""));
            }
            assertEquals(merged.size(), events.count());
        }
        return merged;
    }

    @Test
    void effectsComeAfterTheirCauses() throws Exception {
        log(1, 0, "", "\"2\":2", "");
        log(2, 0, "\"1\":1", "", "\"1\":3");
        assertEquals(List.of("1-0:2", "2-0:2", "2-0:3", "1-0:3", "1-0:4", "2-0:4"), merged());
    }

    /** A run that was checked while it went on has an order of its own. */
    @Test
    void orderThatIsKeptIsFollowed() throws Exception {
        log(1, 0, "", "");
        log(2, 0, "", "\"1\":1");
        assertEquals(List.of("1-0:2", "1-0:3", "2-0:2", "2-0:3"), merged());
        Path order = Files.writeString(directory.resolve("order.txt"), "2 1\n1 1\n2 1\n1 1\n");
        assertEquals(List.of("2-0:2", "1-0:2", "2-0:3", "1-0:3"), merged());
        Files.writeString(order, "2 1\n");
        assertEquals(List.of("2-0:2", "1-0:2", "1-0:3", "2-0:3"), merged());
        for (String wrong : List.of("2 2\n", "1 3\n", "3 1\n")) {
            Files.writeString(order, wrong);
            String complaint = assertThrows(LogException.class, this::merged).getMessage();
            assertEquals(
                    "order.txt:1: no event of member " + wrong.charAt(0)
                            + " can come here: it is the order of other logs",
                    complaint);
        }
        for (String broken : List.of("1 1\n2\n", "1 1\nx 1\n")) {
            Files.writeString(order, broken);
            String complaint = assertThrows(LogException.class, this::merged).getMessage();
            assertEquals("order.txt:2: a line has a member and a number of events", complaint);
        }
    }

    /** A restart is an event, before those of the later life. */
    @Test
    void livesOfAMemberFollowEachOther() throws Exception {
        log(1, 0, "", "");
        log(1, 1, "\"2\":1");
        log(2, 0, "\"1\":" + ((1L << Integer.SIZE) + 1 - 1));
        assertEquals(List.of("1-0:2", "1-0:3", "1-1:1", "2-0:2", "1-1:2"), merged());
    }

    @Test
    void causeThatIsInNoLogIsMissed() throws Exception {
        log(1, 0, "");
        log(2, 0, "\"1\":2");
        String complaint = assertThrows(LogException.class, this::merged).getMessage();
        assertEquals("member-2-0.ndjson:2: has heard of event 2 of member 1, whose log ends with event 1", complaint);
        log(2, 0, "\"3\":1");
        complaint = assertThrows(LogException.class, this::merged).getMessage();
        assertTrue(complaint.startsWith("member 3 has no log, but took part"), complaint);
    }

    @Test
    void circleIsNamed() throws Exception {
        log(1, 0, "\"2\":1");
        log(2, 0, "\"1\":1");
        String complaint = assertThrows(LogException.class, this::merged).getMessage();
        assertEquals(
                "the clocks of these events wait for each other: [member-1-0.ndjson:2, member-2-0.ndjson:2]",
                complaint);
    }

    @Test
    void lifeThatIsMissingIsNamed() throws Exception {
        log(1, 0, "");
        log(2, 1, "");
        String complaint = assertThrows(LogException.class, this::merged).getMessage();
        assertTrue(complaint.endsWith("the log of life 0 of member 2 is missing"), complaint);
    }
}
