package io.godwit.playground;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.mutants.runtime.Rewriting;
import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import io.godwit.simulation.RunPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One program has all mutants of the runtime in it that the simulation finds. */
class MutatedProgramTest {
    private static final Path ROOT = Path.of("../..");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static MutatedProgram program;

    @BeforeAll
    static void load() throws IOException, ReflectiveOperationException {
        program = new MutatedProgram(ROOT);
    }

    @AfterAll
    static void delete() throws IOException {
        program.close();
    }

    private static JsonNode ask(List<String> question) throws IOException {
        return MAPPER.readTree(program.answer(question));
    }

    private static JsonNode guard(String name) throws IOException {
        return StreamSupport.stream(PlaygroundPage.data(ROOT).path("guards").spliterator(), false)
                .filter(guard -> guard.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** One for each way in which they are rewritten: a body, a call, a field, a lambda, and what replaces a call by reflection. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "durability/NoSync",
                "durability/FirstImage",
                "loop/TimerRunsOnce",
                "store/LeavesDamagedOut",
                "client/NewNumber"
            })
    void mutantBreaksWhatTheMatrixNames(String name) throws IOException {
        JsonNode guard = guard(name);
        RunPlan plan = Questions.read(ask(Questions.plan(guard)).path("plan"));
        JsonNode answer = ask(Questions.run(plan, name));
        assertEquals(guard.path("breaks").asText(), answer.path("property").asText());
        JsonNode steps = answer.path("steps");
        assertEquals("violated", steps.get(steps.size() - 1).path("k").asText());
    }

    @Test
    void noneIsInForceUnlessItIsChosen() throws IOException {
        String whole = Playground.answer(Questions.run(2));
        ask(Questions.run(Questions.plan(2), "durability/NoSync"));
        assertEquals(whole, program.answer(Questions.run(2)));
    }

    @Test
    void mutantThatIsNotThereIsRefused() throws IOException {
        for (String name : List.of("durability/x", "durability/AnswerTwice")) {
            String error =
                    ask(Questions.run(Questions.plan(2), name)).path("error").asText();
            assertTrue(error.contains("no mutant '" + name + "'"), error);
        }
        List<String> classic = new ArrayList<>(Questions.runClassic(1));
        classic.add("guard=durability/NoSync");
        assertFalse(ask(classic).path("error").asText().isEmpty());
    }

    @Test
    void rewrittenClassesCanBeLoaded() throws IOException, ClassNotFoundException {
        for (RuntimeMutant mutant : PlaygroundPage.simulated(ROOT)) {
            for (Rewriting rewriting : mutant.rewritings()) {
                program.load(rewriting.className());
            }
        }
    }
}
