package io.godwit.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.World;
import io.godwit.modelcheck.input.BadInputException;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That engine and specification of this project name each other, and that a lamp that does not is caught. */
class TraceabilityTest {
    private static final String LAMP =
            """
            ---- MODULE Lamp ----
            EXTENDS Bulb
            \\* Next == NotThis
            Flip(n) == on' = ~on /\\ UNCHANGED age
            Next == \\/ \\E n \\in 1..2 : Flip(n)
                    \\/ Wear
            ====
            """;
    private static final String BULB =
            """
            ---- MODULE Bulb ----
            EXTENDS Integers
            VARIABLES
              on,   \\* does it shine?
              age
            Wear == /\\ age < 9
                    /\\ age' = age + 1
                    /\\ UNCHANGED on
            ====
            """;

    @TempDir
    private Path spec;

    static final class Lamp {
        @SpecAction("toy/Lamp!Flip")
        public Step<Boolean> flip(Boolean state) {
            return Step.to(state);
        }

        @SpecStutter("a test")
        public Step<Boolean> flicker(Boolean state) {
            return Step.to(state);
        }
    }

    /** Modules that carry out the same action. */
    static final class Second {
        @SpecAction("toy/Bulb!Wear")
        public Step<Boolean> tear(Boolean state) {
            return Step.to(state);
        }
    }

    /** Names what there is not. */
    static final class Misnamed {
        @SpecAction("toy/Lamp!Wear")
        public Step<Boolean> wear(Boolean state) {
            return Step.to(state);
        }

        @SpecPart(value = "toy/Lamp!Swich", why = "a test")
        public Step<Boolean> part(Boolean state) {
            return Step.to(state);
        }
    }

    /** A module with a method for each action. */
    static final class Bulb {
        @SpecAction("toy/Bulb!Wear")
        public Step<Boolean> wear(Boolean state) {
            return Step.to(state);
        }

        @SpecPart(value = "toy/Lamp!Flip", why = "a test")
        public Step<Boolean> flick(Boolean state) {
            return Step.to(state);
        }
    }

    /** A module with a method under another name, and one that names nothing. */
    static final class Candle {
        @SpecAction("toy/Bulb!Wear")
        public Step<Boolean> wear(Boolean state) {
            return Step.to(state);
        }

        public Step<Boolean> light(Boolean state) {
            return Step.to(state);
        }
    }

    private record State(@SpecVariable("toy/Bulb!on") boolean on, @SpecVariable("toy/Bulb!age") int age) {}

    private record Young(@SpecVariable("toy/Bulb!on") boolean on) {}

    private record Confused(@SpecVariable("toy/Bulb!an") boolean on) {}

    @BeforeEach
    void write() throws Exception {
        Path toy = Files.createDirectory(spec.resolve("toy"));
        Files.writeString(toy.resolve("Lamp.tla"), LAMP);
        Files.writeString(toy.resolve("Bulb.tla"), BULB);
    }

    @Test
    void thisEngineAndThisSpecificationNameEachOther() throws Exception {
        Traceability here = Traceability.of(Project.root(), Bindings.all());
        assertEquals(List.of(), here.findings());
        assertTrue(here.actions().size() > 90, here.actions().size() + " actions");
        assertTrue(here.variables().size() > 50, here.variables().size() + " variables");
    }

    @Test
    void completeManifestHasNoFindings() throws Exception {
        assertEquals(List.of(), findings(Lamp.class, Bulb.class, State.class));
    }

    @Test
    void methodOfAnotherModuleIsCaught() throws Exception {
        String candle = Candle.class.getName();
        assertEquals(
                List.of(
                        "toy/Bulb!Wear is carried out by " + candle + ".wear, which has another name",
                        candle + ".light is a handler and names no action"),
                findings(Lamp.class, Candle.class, State.class));
    }

    @Test
    void missingMethodIsCaught() throws Exception {
        assertEquals(List.of("toy/Bulb!Wear has no handler"), findings(Lamp.class, State.class));
    }

    @Test
    void secondMethodIsCaught() throws Exception {
        List<String> findings = findings(Lamp.class, Bulb.class, Second.class, State.class);
        assertTrue(findings.get(0).startsWith("toy/Bulb!Wear has several handlers: "), findings.toString());
        assertTrue(findings.get(1).endsWith("Second.tear, which has another name"), findings.toString());
    }

    @Test
    void nameThatDoesNotExistIsCaught() throws Exception {
        List<String> findings = findings(Lamp.class, Bulb.class, Misnamed.class, State.class, Confused.class);
        assertEquals(3, findings.size(), findings.toString());
        assertTrue(findings.get(0).endsWith("names the action toy/Lamp!Wear, which the specification does not have"));
        assertTrue(findings.get(1).endsWith("names the action toy/Lamp!Swich, which the specification does not have"));
        assertTrue(findings.get(2).endsWith("names the variable toy/Bulb!an, which the specification does not have"));
    }

    @Test
    void variableWithoutCounterpartIsCaught() throws Exception {
        assertEquals(List.of("toy/Bulb!age has no counterpart"), findings(Lamp.class, Bulb.class, Young.class));
    }

    @Test
    void declarationsNeedATarget() throws Exception {
        Binding binding = new Toy(Map.of("no", "a test"), Map.of("Lamp!No", "a test"));
        assertEquals(
                List.of(
                        "Lamp declares Lamp!No to be nobody's, but Next has no such action",
                        "Lamp declares the variable no, but there is none"),
                findings(binding, Lamp.class, Bulb.class, State.class));
    }

    @Test
    void declarationsAreInPlaceOfCounterparts() throws Exception {
        Binding binding = new Toy(Map.of("age", "a test"), Map.of("Bulb!Wear", "a test"));
        assertEquals(List.of(), findings(binding, Lamp.class, Young.class));
        List<String> both = findings(binding, Lamp.class, Bulb.class, State.class);
        assertEquals(
                List.of(
                        "toy/Bulb!Wear has a handler and is declared to be nobody's: a test",
                        "toy/Bulb!age has a counterpart and is declared to have none: a test"),
                both);
    }

    @Test
    void nextThatIsMoreThanActionsIsNamed() throws Exception {
        Files.writeString(spec.resolve("toy/Lamp.tla"), LAMP.replace("\\/ Wear", "\\/ on' = TRUE"));
        BadInputException broken =
                assertThrows(BadInputException.class, () -> findings(Lamp.class, Bulb.class, State.class));
        assertTrue(broken.getMessage().contains("Lamp.tla: Next is not made of actions alone"), broken.getMessage());
    }

    @Test
    void rootThatIsNotThereIsNamed() throws Exception {
        Files.delete(spec.resolve("toy/Lamp.tla"));
        assertThrows(BadInputException.class, () -> findings(Lamp.class));
    }

    private List<String> findings(Class<?>... classes) throws Exception {
        return findings(new Toy(Map.of(), Map.of()), classes);
    }

    private List<String> findings(Binding binding, Class<?>... classes) throws Exception {
        List<Class<?>> all = new ArrayList<>(Arrays.asList(classes));
        return Traceability.of(spec, List.of(binding), all).findings().stream()
                .map(finding -> finding.subject() + " " + finding.message())
                .toList();
    }

    /** The binding of the lamp. */
    private record Toy(Map<String, String> specificationOnly, Map<String, String> environment) implements Binding {
        @Override
        public String root() {
            return "Lamp";
        }

        @Override
        public String family() {
            return "toy";
        }

        @Override
        public Map<String, String> world() {
            return Map.of();
        }

        @Override
        public Map<String, String> specificationOnlyGuards() {
            return Map.of();
        }

        @Override
        public World world(Corpus corpus) {
            throw new UnsupportedOperationException();
        }
    }
}
