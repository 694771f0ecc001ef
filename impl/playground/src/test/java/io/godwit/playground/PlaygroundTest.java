package io.godwit.playground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.classic.ClassicSubject;
import io.godwit.simulation.quorum.QuorumSubject;
import io.godwit.simulation.run.Simulation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page is told is what happens in the simulation. */
class PlaygroundTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static JsonNode ask(List<String> question) throws IOException {
        return MAPPER.readTree(Playground.answer(question));
    }

    private static RunPlan plan(Fault... faults) {
        return new RunPlan("quorum", 1, 3, 4, Copies.all(2), 2, 6_000_000, 4_000_000, 3, List.of(faults), List.of());
    }

    @Test
    void runHasTheFingerprintOfTheSimulation() throws IOException {
        RunPlan plan = Questions.plan(7);
        long fingerprint = Simulation.run(new QuorumSubject(Quorum.whole()), plan, Observer.none())
                .fingerprint();
        JsonNode answer = ask(Questions.run(plan, ""));
        assertEquals(Long.toHexString(fingerprint), answer.path("fingerprint").asText());
        assertFalse(answer.has("property"));
    }

    @Test
    void planIsTheOneThatSimulateDraws() throws IOException {
        RunPlan plan = Questions.plan(7);
        JsonNode answer = ask(List.of("plan", "seed=7", "members=5", "micros=2000000", "faults=all"));
        JsonText expected = new JsonText();
        PlanArguments.write(plan, expected);
        assertEquals(MAPPER.readTree(expected.toString()), answer.path("plan"));
    }

    @Test
    void callsAtOneMomentAreDifferentCalls() throws IOException {
        RunPlan plan = new RunPlan(
                "quorum",
                1,
                3,
                1,
                Copies.all(2),
                2,
                4_000_000,
                3_000_000,
                0,
                List.of(
                        Fault.at(1_500_000, FaultKind.PUT, 1, 1, 55, 0),
                        Fault.at(1_500_000, FaultKind.PUT, 1, 2, 66, 0),
                        Fault.at(2_500_000, FaultKind.GET, 1, 2, 0, 0)),
                List.of());
        JsonNode answer = ask(Questions.run(plan, ""));
        assertFalse(answer.has("property"), answer.path("violation").asText());
        assertTrue(answer.toString().contains("got Done[values=[66]]"), answer.toString());
    }

    /** A fault that is added leaves what was before it as it was: the page relies on that when somebody breaks something. */
    @Test
    void addedFaultLeavesThePastAsItWas() throws IOException {
        long at = 2_345_678;
        JsonNode before = ask(Questions.run(plan(), "")).path("steps");
        JsonNode after = ask(Questions.run(plan(Fault.at(at, FaultKind.POWER_CUT, 2, 0, 1_000, 500_000)), ""))
                .path("steps");
        int compared = 0;
        while (before.get(compared).path("t").asLong() < at) {
            assertEquals(before.get(compared), after.get(compared));
            compared++;
        }
        assertTrue(compared > 100, compared + " steps");
        List<String> kinds = new ArrayList<>();
        after.forEach(step -> kinds.add(step.path("k").asText()));
        assertTrue(kinds.contains("fault"), "the fault is told of");
    }

    @Test
    void takenMessagesWereSentToTheMember() throws IOException {
        Set<List<Integer>> onTheirWay = new HashSet<>();
        int taken = 0;
        for (JsonNode step : ask(Questions.run(plan(), "")).path("steps")) {
            for (JsonNode message : step.path("i")) {
                assertTrue(
                        onTheirWay.remove(
                                List.of(message.asInt(), step.path("m").asInt())),
                        step.toString());
                taken++;
            }
            for (JsonNode message : step.path("o")) {
                onTheirWay.add(List.of(message.get(0).asInt(), message.get(1).asInt()));
            }
        }
        assertTrue(taken > 1_000, taken + " messages");
    }

    @Test
    void everyDeliveredMessageIsOneThatWasSent() throws IOException {
        for (JsonNode step : ask(Questions.run(plan(), "")).path("steps")) {
            if (step.path("k").asText().equals("deliver")) {
                assertFalse(step.path("i").isEmpty(), step.toString());
            }
        }
    }

    @Test
    void ruleTakenAwayBreaksAProperty() throws IOException {
        JsonNode drawn = ask(List.of("plan", "seed=1", "members=5", "micros=16000000", "faults=all"))
                .path("plan");
        RunPlan plan = Questions.read(drawn);
        JsonNode answer = ask(Questions.run(plan, "WaitsForInSync"));
        assertEquals("AckedDurable", answer.path("property").asText());
        JsonNode steps = answer.path("steps");
        assertEquals("violated", steps.get(steps.size() - 1).path("k").asText());
        assertFalse(ask(Questions.run(plan, "")).has("property"), "the protocol with all rules passes");
    }

    @Test
    void classicHasTheFingerprintOfTheSimulation() throws IOException {
        RunPlan plan = Questions.read(
                ask(List.of("plan", "protocol=classic", "seed=2", "members=3", "micros=3000000", "faults=delay,join"))
                        .path("plan"));
        long fingerprint = Simulation.run(new ClassicSubject(Classic.published()), plan, Observer.none())
                .fingerprint();
        JsonNode answer = ask(Questions.run(plan, ""));
        assertEquals(Long.toHexString(fingerprint), answer.path("fingerprint").asText());
        Set<String> actions = new HashSet<>();
        for (JsonNode step : answer.path("steps")) {
            step.path("a").forEach(action -> actions.add(action.asText()));
        }
        Set<String> expected = Set.of("Write", "HandleBackup", "Join", "StartMigration", "HandleMigrationCommit");
        assertTrue(actions.containsAll(expected), actions.toString());
    }

    @Test
    void wishesOfOperatorsAreSaid() {
        assertEquals("m1 is asked for the cluster version 7", Sentences.of(1, new Event.RaiseVersion(7), says -> ""));
        assertEquals(
                "m1 is asked to declare p3 lost; m2 goes on", Sentences.of(1, new Event.DeclareLost(3, 2), says -> ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "members|members 'x'",
                "seed|seed 'x'",
                "copies|copies 'x'",
                "guard|no rule 'x'",
                "only|no property 'x'; known are: ",
                "protocol|protocol 'x' must be one of quorum, classic",
                "fault|fault 'x' must have 8 fields"
            })
    void badArgumentIsNamed(String name, String words) throws IOException {
        List<String> question = new ArrayList<>(Questions.run(plan(), ""));
        question.removeIf(argument -> argument.startsWith(name + "="));
        question.add(name + "=x");
        JsonNode answer = ask(question);
        assertTrue(
                answer.path("error").asText().contains(words),
                answer.path("error").asText());
    }
}
