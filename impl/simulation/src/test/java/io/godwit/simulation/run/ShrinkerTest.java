package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.simulation.PlanJson;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import io.godwit.simulation.classic.ClassicSubject;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    /** Two members serve as soon as a cut is long enough: that takes one fault and no call. */
    private static final Subject<ClassicState> CLASSIC =
            new SelectedProperties<>(new ClassicSubject(Classic.published()), Set.of("OneServer"));

    @Test
    void failureShrinksToWhatItNeeds() {
        RunResult failure = Runs.firstFailure(CLASSIC, Runs.planner(CLASSIC, 5, 10, "isolate,join,leave,pause"), 20)
                .orElseThrow();
        assertTrue(failure.plan().faults().size() > 1);
        assertTrue(failure.made().size() > 20);
        RunResult small = new Shrinker(CLASSIC, 100, runs -> {}).shrink(failure);
        assertEquals(failure.violation().property(), small.violation().property());
        assertEquals(1, small.plan().faults().size(), () -> PlanJson.write(small.plan()));
        assertTrue(
                small.made().size() * 10 < failure.made().size(),
                small.made() + " of " + failure.made().size());
        // What is written and read again is the same plan, and fails in the same way.
        RunPlan again = PlanJson.read("again", PlanJson.write(small.plan()));
        assertEquals(small.plan(), again);
        RunResult replayed = Runs.run(CLASSIC, again);
        assertFalse(replayed.passed());
        assertEquals(small.violation(), replayed.violation());
    }
}
