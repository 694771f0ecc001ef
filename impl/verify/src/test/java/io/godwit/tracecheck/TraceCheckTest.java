package io.godwit.tracecheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.protocol.Copies;
import io.godwit.tracecheck.TraceCheck.TraceCheckResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs that are behaviours of the specification pass; others are refused, with the event where they leave it. */
class TraceCheckTest extends LoggedRuns {
    private static Predicate<JsonNode> call(long client, int number) {
        return line -> line.path("o").path(0).asLong() == client
                && line.path("o").path(1).asInt() == number;
    }

    private static Predicate<JsonNode> call(JsonNode call) {
        return line -> line.path("o").equals(call);
    }

    private static String first(TraceCheckResult verdict, String key) {
        return verdict.failures().get(0).get(key).asText();
    }

    /** Each partition is held against a model with its own number of copies. */
    @Test
    void partitionsMayWantDifferentNumbersOfCopies() throws Exception {
        simulate("", 7, "join", 4, plan -> plan.withPartitions(12, Copies.ranges(4, 2, 1, 3)));
        TraceCheckResult verdict = check();
        assertEquals(List.of(), verdict.failures());
        assertEquals(12, verdict.partitions());
        assertTrue(verdict.taken().get("DataPlane!FinishMigration") > 0);

        Logs logs = new Logs(directory);
        for (int member = 1; member <= 4; member++) {
            logs.of(member).get(0).putArray("copies").add(3).add(3).add(3);
        }
        logs.write();
        TraceCheckResult other = check();
        assertFalse(other.failures().isEmpty());
        // Whoever has no part any more drops what it holds only when there are copies enough, which there are in the
        // last range.
        assertTrue(other.failures().stream()
                .allMatch(it -> it.get("partition").asInt() < 8
                        && it.get("action").asText().equals("Activate")));
    }

    @Test
    void runOfTheProtocolPasses() throws Exception {
        simulate("", 7, "none");
        TraceCheckResult verdict = check();
        assertEquals(List.of(), verdict.failures());
        assertTrue(verdict.steps() > 500);
        assertTrue(verdict.taken()
                .keySet()
                .containsAll(List.of("ControlPlane!BecomeMaster", "DataPlane!Write", "DataPlane!Restamp")));
    }

    @Test
    void entryThatNobodyTookIsMissed() throws Exception {
        simulate("", 7, "none");
        Logs logs = new Logs(directory);
        int member = logs.whoHas(action("HandleAppend"));
        int index = logs.find(member, action("HandleAppend"));
        logs.drop(member, index);
        logs.write();
        TraceCheckResult verdict = check();
        assertFalse(verdict.passed());
        assertEquals("data plane", first(verdict, "plane"));
        // Without its acknowledgement the write must not be answered.
        assertEquals("AnswerWrite", first(verdict, "action"));
        assertTrue(verdict.failures().get(0).get("candidates").toString().contains("FencedReplication.tla"));
        assertTrue(verdict.failures().get(0).has("nearest"));
    }

    @Test
    void anotherVersionIsNoticed() throws Exception {
        simulate("", 7, "none");
        Logs logs = new Logs(directory);
        int member = logs.whoHas(action("HandleAccept"));
        ObjectNode line = logs.of(member).get(logs.find(member, action("HandleAccept")));
        ArrayNode entry = (ArrayNode) line.get("d").get("accepted").elements().next();
        entry.set(1, entry.get(1).asInt() + 1);
        logs.write();
        TraceCheckResult verdict = check();
        assertEquals("control plane", first(verdict, "plane"));
        assertEquals(member, verdict.failures().get(0).get("member").asInt());
        assertEquals("HandleAccept", first(verdict, "action"));
        assertTrue(verdict.failures().get(0).get("candidates").toString().contains("accepted.number: specification"));
    }

    @Test
    void eventsInAnotherOrderAreNoticed() throws Exception {
        simulate("", 7, "none");
        Logs logs = new Logs(directory);
        int member = logs.whoHas(action("BecomeMaster"));
        int won = logs.find(member, action("BecomeMaster"));
        int begun = logs.find(member, action("StartElection"));
        assertTrue(begun < won);
        logs.exchange(member, begun, won);
        logs.write();
        TraceCheckResult verdict = check();
        assertEquals("BecomeMaster", first(verdict, "action"));
        assertTrue(verdict.failures().get(0).get("candidates").toString().contains("role[n] = \\\"candidate\\\""));
    }

    @Test
    void memberThatAnswersBeforeItsBackupsIsCaught() throws Exception {
        simulate("WaitsForInSync", 7, "none");
        TraceCheckResult verdict = check();
        assertEquals("AnswerWrite", first(verdict, "action"));
        assertEquals("data plane", first(verdict, "plane"));
    }

    @Test
    void writeThatIsAnsweredInAPassiveClusterIsCaught() throws Exception {
        firstRun("", "state", it -> it.members().stream().anyMatch(n -> it.has(n, action("AcknowledgePassive"))));
        assertEquals(List.of(), check().failures());
        firstRun("PassiveRefusesWrites", "state", it -> it.members().stream()
                .anyMatch(n -> takesAWriteWhenPassive(it.of(n))));
        TraceCheckResult verdict = check();
        assertEquals("data plane", first(verdict, "plane"));
        assertTrue(first(verdict, "action").startsWith("Answer"));
        assertTrue(verdict.failures().get(0).get("candidates").toString().contains("PassiveIsQuiet"));
    }

    /** Does the master answer a write that it has taken after it acknowledged PASSIVE? */
    private static boolean takesAWriteWhenPassive(List<ObjectNode> lines) {
        boolean passive = false;
        boolean taken = false;
        for (ObjectNode line : lines) {
            String action = line.path("a").asText();
            passive = action.equals("AcknowledgePassive") || (passive && !action.equals("ChangeState"));
            taken = passive && (taken || action.equals("Write"));
            if (taken && action.equals("AnswerWrite")) {
                return true;
            }
        }
        return false;
    }

    /** A primary proposes a learner that holds fewer entries than the backups have acknowledged. */
    @Test
    void primaryThatProposesALearnerTooEarlyIsCaught() throws Exception {
        Logs logs = firstRun("ProposesCaughtUp", "join,leave,jitter,loss", it -> !tooEarly(it)
                .isEmpty());
        List<ObjectNode> tooEarly = tooEarly(logs);
        TraceCheckResult verdict = check();
        assertEquals("data plane", first(verdict, "plane"));
        assertEquals("ProposeMember", first(verdict, "action"));
        ObjectNode named = (ObjectNode) new ObjectMapper().readTree(first(verdict, "line"));
        assertTrue(tooEarly.contains(named), named + " is not one of " + tooEarly);
        assertTrue(verdict.failures().get(0).get("candidates").toString().contains("ProposesCaughtUp => "));
    }

    private static List<ObjectNode> tooEarly(Logs logs) {
        return logs.members().stream()
                .flatMap(member -> logs.all(member, action("ProposeMember")).stream()
                        .filter(proposal -> proposal.get("n").asInt() > logs.heldWhenProposed(member, proposal)))
                .toList();
    }

    /** A member writes a call that another one answers, and that answer need not come after the write. */
    private record Late(int writer, ObjectNode write, int other, ObjectNode answer) {}

    private static Stream<Late> late(Logs logs) {
        return logs.members().stream()
                .flatMap(writer -> logs.all(writer, action("Write")).stream().flatMap(write -> logs.members().stream()
                        .filter(other -> !other.equals(writer))
                        .flatMap(other -> logs.all(other, action("AnswerWrite").and(call(write.get("o")))).stream()
                                .filter(answer -> !logs.precedes(writer, write, other, answer))
                                .map(answer -> new Late(writer, write, other, answer)))));
    }

    /** A member that stood still takes a call that another one has answered meanwhile. */
    @Test
    void callThatArrivesLateIsAWriteAgain() throws Exception {
        Logs logs = firstRun("", "pause", it -> late(it).findAny().isPresent());
        Late found = late(logs).findFirst().orElseThrow();
        int writer = found.writer();
        ObjectNode late = found.write();
        Logs.after(late, found.other(), found.answer());
        logs.write();
        TraceCheckResult passed = check();
        assertEquals(List.of(), passed.failures());
        assertTrue(passed.taken().containsKey("DataPlane!WriteAgain"));
        // What becomes of it is checked like everything else.
        JsonNode added = late.remove("l");
        ArrayNode log = late.putObject("d")
                .putObject("replicas")
                .putObject(late.get("p").asText())
                .putArray("log")
                .add(added.get(0));
        ArrayNode entry = log.addArray().add(added.get(1)).add(added.get(2));
        entry.addAll((ArrayNode) late.get("o"));
        logs.write();
        assertEquals(List.of(), check().failures());

        entry.set(3, entry.get(3).asInt() + 1);
        logs.write();
        TraceCheckResult verdict = check();
        assertEquals("Write", first(verdict, "action"));
        assertEquals(writer, verdict.failures().get(0).get("member").asInt());
        assertEquals(late.toString(), first(verdict, "line"));
    }

    /** A primary that has started again leads under a new version, and no event of its may be under the one that it has found. */
    @Test
    void primaryLeadsUnderANewVersionAfterARestart() throws Exception {
        firstRun("NewVersionAfterRestart", "reboot", Logs::leadsAfterRestart);
        TraceCheckResult verdict = check();
        assertTrue(verdict.failures().toString().contains("NewVersionAfterRestart"), () -> verdict.failures()
                .toString());
    }

    /** A confirmation waits for no write: it may have left a member that has lost, with its process, what it did before. */
    @Test
    void confirmationMayLeaveBeforeWhatARestartLoses() throws Exception {
        boolean lost = false;
        for (int seed = 1; !lost && seed <= 40; seed++) {
            clear();
            simulate("", seed, "reboot,slow-disk", 6, plan -> plan);
            TraceCheckResult verdict = check();
            assertEquals(List.of(), verdict.failures());
            lost = verdict.taken().getOrDefault("DataPlane!StartAgain", 0L) > 0;
        }
        assertTrue(lost, "nothing was lost");
    }

    /** What a member had kept before it lost the next events is what it starts with, the last of it included. */
    @Test
    void memberStartsAgainWithTheLastEntryThatItKept() throws Exception {
        for (int seed = 1, found = 0; found < 3; seed++) {
            assertTrue(seed <= 400, "hardly anything was lost after an entry that was kept");
            clear();
            simulate("", seed, "power-cut", 6, plan -> plan);
            if (new Logs(directory).losesAfterAKeptEntry()) {
                found++;
                assertEquals(List.of(), check().failures());
            }
        }
    }

    /** A write that the log has further back is no new one. */
    @Test
    void primaryThatTakesAWriteTwiceIsCaught() throws Exception {
        firstRun("Deduplicates", "loss", Logs::takesAWriteTwice);
        TraceCheckResult verdict = check();
        assertEquals("Write", first(verdict, "action"));
        assertTrue(verdict.failures().toString().contains("Deduplicates"));
    }

    /** An acknowledgement waits for its entries: if a restart loses them, it has not left, and nobody is answered because of it. */
    @Test
    void acknowledgementDoesNotLeaveBeforeWhatARestartLoses() throws Exception {
        Logs logs = firstRun("", "reboot", Logs::loseAcknowledged);
        logs.write();
        TraceCheckResult verdict = check();
        assertEquals("AnswerWrite", first(verdict, "action"));
        assertEquals("data plane", first(verdict, "plane"));
    }

    /** Puts a probe behind the second beginning of its read, if there is a probe that may come as late. */
    private static boolean overtakesAProbe(Logs logs) {
        for (int primary : logs.members()) {
            for (int backup : logs.members()) {
                for (ObjectNode probe : logs.all(backup, action("HandleProbe"))) {
                    ObjectNode again = backup == primary ? null : logs.beganAgain(primary, probe);
                    if (again != null && !logs.precedes(backup, probe, primary, again)) {
                        Logs.after(probe, primary, again);
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** A read begins again at the same primary under a newer version, while a backup still confirms the first beginning. */
    @Test
    void probeOfAReadThatHasBegunAgainIsPassedOver() throws Exception {
        Logs logs = firstRun("", "pause", TraceCheckTest::overtakesAProbe);
        logs.write();
        assertEquals(List.of(), check().failures());
    }

    /**
     * A call that was answered arrives once more at the same primary, under the same version: it is the same read, and nobody has to
     * confirm it again.
     */
    @Test
    void readThatBeginsAgainUnderItsVersionIsTheSameRead() throws Exception {
        simulate("", 7, "join");
        Logs logs = new Logs(directory);
        Map<List<Long>, List<ObjectNode>> byReader = new TreeMap<>(Comparator.comparing(List::toString));
        for (int member = 1; member <= 4; member++) {
            for (ObjectNode line : logs.of(member)) {
                if (action("HandleProbe").test(line) && line.get("v").get(1).asInt() > 1) {
                    List<Long> reader = List.of(
                            line.get("f").asLong(),
                            line.get("p").asLong(),
                            line.get("o").get(0).asLong());
                    byReader.computeIfAbsent(reader, it -> new ArrayList<>()).add(line);
                }
            }
        }
        int again = 0;
        for (Map.Entry<List<Long>, List<ObjectNode>> it : byReader.entrySet()) {
            int primary = it.getKey().get(0).intValue();
            long client = it.getKey().get(2);
            int first = it.getValue().get(0).get("o").get(1).asInt();
            JsonNode version = it.getValue().get(0).get("v");
            int second = it.getValue().stream()
                    .mapToInt(line -> line.get("o").get(1).asInt())
                    .filter(call -> call > first)
                    .min()
                    .orElse(first);
            boolean sameVersion = it.getValue().stream()
                    .filter(line -> line.get("o").get(1).asInt() <= second)
                    .allMatch(line -> line.get("v").equals(version));
            if (second == first
                    || !sameVersion
                    || !logs.has(primary, action("AnswerRead").and(call(client, second)))) {
                continue;
            }
            again++;
            for (ObjectNode line : logs.of(primary)) {
                if (call(client, second).test(line)) {
                    ((ArrayNode) line.get("o")).set(1, first);
                }
            }
            for (ObjectNode probe : it.getValue()) {
                if (call(client, second).test(probe)) {
                    ((ArrayNode) probe.get("o")).set(1, first);
                    // Of the first beginning: it counts no more.
                    ((ArrayNode) probe.get("v")).set(0, 0).set(1, 1);
                }
            }
        }
        assertTrue(again > 0);
        logs.write();
        assertEquals(List.of(), check().failures());
    }

    /** A primary proposes a member, and says that others have acknowledged more than they have. */
    @Test
    void eventClaimingFutureKnowledgeIsDetected() throws Exception {
        simulate("", 7, "join");
        Logs logs = new Logs(directory);
        Predicate<JsonNode> knowing = action("ProposeMember");
        int member = logs.whoHas(knowing);
        ObjectNode proposal = logs.of(member).get(logs.find(member, knowing));
        proposal.put("n", proposal.get("n").asInt() + 1_000);
        logs.write();
        TraceCheckResult verdict = check();
        assertEquals("ProposeMember", first(verdict, "action"));
        assertTrue(verdict.failures().toString().contains("it cannot know that"));
    }
}
