package io.godwit.tracecheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.LogException.InvalidLogException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Logs of which nothing can be said are refused, with the line that is wrong or what is missing. */
class RefusedLogsTest extends LoggedRuns {
    private String complaint() {
        return assertThrows(LogException.class, this::check).getMessage();
    }

    /** A term that the member had left behind: no event that its log has lost can have led there. */
    @Test
    void memberThatStartsWithAStateThatItNeverHadIsInvalid() throws Exception {
        Logs logs = firstRun("", "reboot", it -> it.restarted() != null);
        ObjectNode control = (ObjectNode) logs.restarted().get("control");
        int term = control.get("term").asInt();
        control.put("term", term - 1);
        logs.write();
        String complaint = assertThrows(InvalidLogException.class, this::check).getMessage();
        int member = logs.restarted().get("member").asInt();
        assertTrue(complaint.contains("member-" + member + "-1.ndjson:1: "), complaint);
        assertTrue(
                complaint.matches("(?s).*the nearest moment \\(member-" + member + "-0.ndjson:\\d+\\).*"), complaint);
        assertTrue(complaint.endsWith("term was " + term + " and is " + (term - 1)), complaint);
    }

    /** The member was killed, and its disk is ahead of its log: lines may be missing. */
    @Test
    void memberThatStartsWithANewerStateMayHaveLostTheEndOfItsLog() throws Exception {
        Logs logs = firstRun("", "reboot", it -> it.restarted() != null);
        ObjectNode control = (ObjectNode) logs.restarted().get("control");
        control.put("term", control.get("term").asInt() + 7);
        logs.write();
        LogException unknown = assertThrows(LogException.class, this::check);
        assertEquals(LogException.class, unknown.getClass());
        assertTrue(unknown.getMessage().contains("may be lost"), unknown.getMessage());
    }

    /** A primary that does not say what it knew when it proposed a member is not taken to have known nothing. */
    @Test
    void eventWithoutKnowledgeIsRefused() throws Exception {
        simulate("", 7, "join");
        Logs logs = new Logs(directory);
        int member = logs.whoHas(action("ProposeMember"));
        int index = logs.find(member, action("ProposeMember"));
        ObjectNode proposal = logs.of(member).get(index);
        String place = "member-" + member + "-0.ndjson:" + (index + 1) + ": whoever proposes a member says";
        proposal.remove("n");
        logs.write();
        assertTrue(complaint().startsWith(place));

        proposal.put("n", -1);
        logs.write();
        assertTrue(complaint().startsWith(place));

        proposal.put("n", 0);
        logs.write();
        assertEquals(List.of(), check().failures());
    }

    @Test
    void logsThatSayNothingAreRefused() throws Exception {
        assertTrue(complaint().contains("there is no event log"));
        simulate("", 7, "none");
        Path one = directory.resolve("member-1-0.ndjson");
        Path two = directory.resolve("member-2-0.ndjson");
        List<String> lines = Files.readAllLines(one);

        Files.write(one, List.of());
        assertTrue(complaint().contains("is empty"));

        Files.write(one, List.of("hello"));
        assertTrue(complaint().contains("not JSON"));

        Files.write(one, lines.subList(0, 1));
        assertTrue(complaint().contains("whose log ends with event 0"));

        List<String> gap = new java.util.ArrayList<>(lines);
        gap.remove(3);
        Files.write(one, gap);
        assertTrue(complaint().contains("member-1-0.ndjson:4: event 3 of member 1 is missing"));

        Path writer = directory.resolve("member-" + new Logs(directory).whoHas(action("Write")) + "-0.ndjson");
        List<String> written = Files.readAllLines(writer);
        Files.write(
                writer,
                written.stream().map(it -> it.replace("\"l\":[", "\"l\":[1,")).toList());
        assertTrue(complaint().contains("a write that was added is 'l'"));

        Files.write(writer, written);
        Files.write(one, lines);
        List<String> other = Files.readAllLines(two);
        Files.delete(two);
        assertTrue(complaint().contains("member 2 has no log, but took part"));

        Files.write(two, other);
        List<String> dropped = new java.util.ArrayList<>(lines);
        dropped.set(lines.size() - 1, lines.get(lines.size() - 1).replace("\"dropped\":0", "\"dropped\":5"));
        Files.write(one, dropped);
        assertTrue(complaint().contains("5 events could not be written"));
    }

    @Test
    void runInWhichNothingHappensIsRefused() throws Exception {
        simulate("", 7, "none");
        for (int member = 1; member <= 3; member++) {
            Path file = directory.resolve("member-" + member + "-0.ndjson");
            List<String> some = Files.readAllLines(file).stream()
                    .filter(line -> !line.contains("\"s\":") || line.contains("\"s\":1,"))
                    .map(line -> line.replaceAll("\"c\":\\{[^}]*\\},", ""))
                    .filter(line -> !line.contains("\"end\""))
                    .toList();
            Files.write(file, some);
        }
        assertTrue(complaint().contains("these actions do not occur"));
    }
}
