package io.godwit.modelcheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.input.BadInputException;
import io.godwit.modelcheck.input.BadInputException.InputProblem;
import io.godwit.modelcheck.manifest.ManifestEntry.Tier;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Broken specifications and configurations: file, line and remedy, from the real TLC. */
class BrokenInputTest {
    private LampProject lamp;

    @BeforeEach
    void copy(@TempDir Path directory) {
        lamp = new LampProject(directory);
    }

    @Test
    void specificationThatDoesNotParse() {
        lamp.replace("spec/Lamp.tla", "Bounded == level <= Max", "Bounded == level <= ");

        InputProblem problem = problem();

        assertEquals("Lamp.tla", problem.file().getFileName().toString());
        assertTrue(problem.line() >= 16 && problem.line() <= 17, problem::toString);
    }

    @Test
    void unknownOperatorInAnExtendedModule() {
        lamp.replace("spec/Steps.tla", "n + 1", "m + 1");

        InputProblem problem = problem();

        assertEquals("Steps.tla:3: Unknown operator: `m'.", line(problem));
    }

    @Test
    void missingModule() {
        lamp.replace("spec/Lamp.tla", "Naturals, Steps", "Naturals, Stops");

        InputProblem problem = problem();

        assertEquals("Lamp.tla:3: the module Stops is missing", line(problem));
        assertTrue(problem.remedy().contains("spec"));
    }

    @Test
    void invariantThatIsNotDefined() {
        lamp.replace("models/Lamp.cfg", "Bounded", "Bunded").replace("models/manifest.json", "Bounded", "Bunded");

        InputProblem problem = problem();

        assertEquals("Lamp.cfg", problem.file().getFileName().toString());
        assertEquals(10, problem.line());
        assertTrue(problem.message().contains("Bunded"));
    }

    @Test
    void constantWithoutValue() {
        lamp.replace("models/Lamp.cfg", "MaxResets = 2", "MaxReset = 2");

        InputProblem problem = problem();

        assertTrue(problem.message().contains("MaxResets"), problem::toString);
        assertEquals("Did you mean it by 'MaxReset' in line 4?", problem.remedy());
    }

    private InputProblem problem() {
        BadInputException e = assertThrows(BadInputException.class, () -> lamp.check(Tier.QUICK, "lamp"));
        assertFalse(e.problems().isEmpty());
        return e.problems().get(0);
    }

    private static String line(InputProblem problem) {
        return problem.file().getFileName() + ":" + problem.line() + ": " + problem.message();
    }
}
