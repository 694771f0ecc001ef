package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.client.StateReading;
import io.godwit.client.VersionReading;
import io.godwit.lab.ClusterSummary;
import io.godwit.lab.ClusterSummary.LeavingMember;
import io.godwit.lab.ClusterSummary.MemberSummary;
import io.godwit.lab.LocalMember;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.http.Partitions;
import io.godwit.protocol.ClusterState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClusterScreenTest {
    /** Member 2 wants to leave, and so did member 9, which is gone. */
    private static MemberSummary member(int number, List<Integer> voters) {
        return member(number, voters, 0);
    }

    private static MemberSummary member(int number, List<Integer> voters, int unserved) {
        MemberStatus status = new MemberStatus(
                "c",
                "m",
                "a:1",
                number == 3 ? "north" : "",
                number,
                number == 1 ? "master" : "follower",
                1,
                1,
                voters,
                List.of(),
                List.of(2, 9),
                3,
                List.of(2),
                1,
                2,
                0,
                0,
                unserved,
                0,
                "ab",
                "cd",
                false,
                false,
                new StateReading(ClusterState.PASSIVE, 1, number, false, 3),
                new VersionReading(6, true, new TreeMap<>()),
                null);
        LocalMember process = new LocalMember(number, Path.of("member-" + number), "a", number, number);
        return new MemberSummary(process, LocalMember.Condition.RUNNING, Optional.of(status), List.of());
    }

    private static Partitions.Row row(int partition, List<Integer> replicas, int source, int destination) {
        return new Partitions.Row(partition, "1.2", 2, replicas, replicas, source, destination);
    }

    private static ClusterSummary look(List<Integer> voters, Partitions.Row... rows) {
        return new ClusterSummary(
                List.of(member(1, voters), member(2, voters), member(3, voters)),
                new Partitions(1, "ab", List.of(rows)));
    }

    @Test
    void stateIsThatOfTheNewestVersion() {
        ClusterSummary look = look(List.of(1, 2));
        assertEquals(3, look.state().orElseThrow().number());
        String line = ClusterScreen.line(look);
        assertTrue(line.contains(", PASSIVE, not yet acknowledged: 3 partitions, "), line);
    }

    @Test
    void olderProgramSaysNoVersionAndGoesByTheFirst() throws Exception {
        ObjectMapper json = new ObjectMapper();
        ObjectNode said = json.valueToTree(member(1, List.of(1)).status().orElseThrow());
        said.remove("version");
        assertEquals(
                new VersionReading(6, false, new TreeMap<>()),
                json.treeToValue(said, MemberStatus.class).version());
    }

    @Test
    void leavingMemberIsShownWithWhatItWaitsFor() {
        ClusterSummary look = look(
                List.of(1, 2), row(0, List.of(1, 2), 0, 0), row(1, List.of(1, 3), 2, 3), row(2, List.of(1, 3), 0, 0));
        assertEquals(List.of(new LeavingMember("member-2", 2, true)), look.leavers());
        String shown = "member-2 leaves: waits for 2 copies to move; it still votes";
        assertTrue(ClusterScreen.line(look).endsWith(", " + shown), () -> ClusterScreen.line(look));
        List<String> lines = ClusterScreen.lines(look);
        assertTrue(lines.contains(shown), lines::toString);
        assertTrue(lines.stream().anyMatch(it -> it.startsWith("member-2   leaving ")), lines::toString);
        assertTrue(lines.stream().anyMatch(it -> it.startsWith("member-3   running ")), lines::toString);
    }

    @Test
    void partitionsThatWaitForTheDeadAreShownWithWhatMayBeDone() {
        ClusterSummary look = new ClusterSummary(
                List.of(member(1, List.of(1), 2), member(3, List.of(1), 1)),
                new Partitions(1, "ab", List.of(row(0, List.of(2), 0, 0))));
        assertTrue(ClusterScreen.line(look).endsWith(", 2 not served"), () -> ClusterScreen.line(look));
        List<String> lines = ClusterScreen.lines(look);
        assertTrue(lines.contains(ClusterScreen.notServed(2)), lines::toString);
        assertTrue(
                ClusterScreen.notServed(2)
                        .startsWith("2 partitions are not served: all members with a current copy are down"),
                "it says what is wrong");
    }

    private static ClusterSummary ofThree(List<Integer> voters) {
        return look(voters, row(0, List.of(1, 3), 0, 0));
    }

    @Test
    void votersThatMustNotStopNowAreSaid() {
        ClusterSummary calm = ofThree(List.of(1, 2, 3));
        assertTrue(ClusterScreen.line(calm).contains(", 0 incomplete, 3 of 3 voters"), () -> ClusterScreen.line(calm));
        assertFalse(ClusterScreen.lines(calm).toString().contains("may stop"), "any of them may");
        assertTrue(ofThree(List.of(1, 2, 3)).atRest());

        ClusterSummary threeOfFour = ofThree(List.of(1, 2, 3, 4));
        assertTrue(ClusterScreen.line(threeOfFour).contains(", 3 of 4 voters"));
        assertTrue(ClusterScreen.lines(threeOfFour).contains("no other voter may stop now: 3 of 4 run, and 3 have to"));
        assertFalse(threeOfFour.atRest(), "a dead voter is still to be replaced");
        assertTrue(ClusterScreen.lines(ofThree(List.of(1, 4)))
                .contains("no other voter may stop now: 1 of 2 run, and 2 have to"));
    }

    @Test
    void partitionOfAMemberThatHasJustDiedIsIncomplete() {
        ClusterSummary look = look(List.of(1, 2, 3), row(0, List.of(1, 4), 0, 0), row(1, List.of(1, 2), 0, 0));
        assertEquals(1, look.incomplete(), "in the table member 4 is in sync");
        assertFalse(look.atRest());
    }

    @Test
    void zonesAreShownIfThereAreAny() {
        List<String> lines = ClusterScreen.lines(look(List.of(1)));
        assertTrue(lines.get(2).startsWith("member     process  zone       number "), lines::toString);
        assertTrue(lines.get(5).startsWith("member-3   running  north           3 "), lines::toString);
        ClusterSummary none = new ClusterSummary(List.of(member(1, List.of(1))), new Partitions(1, "ab", List.of()));
        assertTrue(ClusterScreen.lines(none).get(2).startsWith("member     process  number "), "no zone, no column");
    }

    @Test
    void remainingWorkDecreases() {
        assertEquals(
                "1 copy to move",
                look(List.of(1), row(0, List.of(2, 1), 0, 0)).leavers().get(0).waitsFor());
        assertEquals(
                "0 copies to move; it still votes",
                look(List.of(1, 2), row(0, List.of(1), 0, 0)).leavers().get(0).waitsFor());
        assertEquals(
                "its release",
                look(List.of(1), row(0, List.of(1), 0, 0)).leavers().get(0).waitsFor());
    }
}
