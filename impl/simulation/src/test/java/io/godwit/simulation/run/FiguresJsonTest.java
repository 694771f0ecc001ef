package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.simulation.InputException;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FiguresJsonTest {
    private static final Subject<?> RIGHT = Subjects.protocol("classic-repaired");

    private static Totals totals(RunResult result) {
        Totals totals = new Totals();
        totals.add(result);
        return totals;
    }

    @Test
    void writtenPlanIsReadAndContinues() {
        Figures none = Figures.none(new TreeMap<>(Map.of("protocol", "classic")), 7);
        assertEquals(7, none.next());
        Subject<?> broken = Subjects.protocol("classic");
        Totals one = totals(Runs.firstFailure(broken, Runs.planner(broken, 5, 10, "isolate,crash@migration"), 40)
                .orElseThrow());
        Figures some = none.plus(one, 2, 1);
        Figures again = FiguresJson.read("f", FiguresJson.write(some));
        assertEquals(some, again);
        assertEquals(8, again.next());
        assertEquals(
                one.counts().happened().getOrDefault("crash@migration", 0L),
                again.windows().get("migration"));
        Figures more = again.plus(
                totals(Runs.run(RIGHT, Runs.planner(RIGHT, 5, 10, "join").plan(8))), 3, 1);
        assertEquals(2, more.counts().runs());
        assertEquals(5, more.seconds());
        assertTrue(more.counts().planned().containsKey("isolate")
                && more.counts().planned().containsKey("join"));
        assertEquals(1, more.failures().size());
        assertEquals(some.failures(), more.failures());
    }

    @Test
    void otherTextsAreRefused() {
        assertTrue(assertThrows(InputException.class, () -> FiguresJson.read("f.json", "{"))
                .getMessage()
                .contains("f.json:1: no JSON"));
        assertTrue(assertThrows(InputException.class, () -> FiguresJson.read("f.json", "{\"format\": \"tea\"}"))
                .getMessage()
                .contains("it does not say"));
    }
}
