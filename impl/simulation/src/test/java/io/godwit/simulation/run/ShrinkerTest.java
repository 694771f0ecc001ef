package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.simulation.plan.FaultChoice;
import io.godwit.simulation.plan.Plan;
import io.godwit.simulation.plan.PlanJson;
import io.godwit.simulation.plan.Planner;
import io.godwit.simulation.plan.Settings;
import io.godwit.simulation.toy.Toy;
import io.godwit.simulation.toy.ToySubject;
import io.godwit.simulation.world.Observer;
import io.godwit.simulation.world.RunResult;
import io.godwit.simulation.world.Simulation;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static final List<String> WINDOWS = List.of("answering", "never");

    @Test
    void aFailureShrinksToWhatItNeeds() {
        ToySubject subject = new ToySubject(Toy.Bug.TAKES_OVER);
        Settings settings = new Settings("toy", 5, 10_000_000, FaultChoice.all(WINDOWS));
        RunResult failure = LongStream.rangeClosed(1, 60)
                .mapToObj(seed -> Simulation.run(subject, new Planner(settings).plan(seed), Observer.none()))
                .filter(result ->
                        !result.passed() && result.violation().property().equals("OneServer"))
                .findFirst()
                .orElseThrow();
        RunResult small = new Shrinker(subject, 400, runs -> {}).shrink(failure);
        assertEquals(failure.violation().property(), small.violation().property());
        assertEquals(1, small.plan().faults().size(), () -> PlanJson.write(small.plan()));
        // A fault that is aimed at an answer needs a call.
        assertTrue(small.made().size() <= 1, () -> small.made().toString());
        // What is written and read again is the same plan, and fails in the same way.
        Plan again = PlanJson.read("again", PlanJson.write(small.plan()));
        assertEquals(small.plan(), again);
        RunResult replayed = Simulation.run(subject, again, Observer.none());
        assertFalse(replayed.passed());
        assertEquals(small.violation(), replayed.violation());
    }

    @Test
    void callsThatDoNotMatterGo() {
        ToySubject subject = new ToySubject(Toy.Bug.FORGETS_CALLS);
        Settings settings = new Settings("toy", 5, 6_000_000, FaultChoice.parse("loss", WINDOWS));
        RunResult failure = LongStream.rangeClosed(1, 60)
                .mapToObj(seed -> Simulation.run(subject, new Planner(settings).plan(seed), Observer.none()))
                .filter(result -> !result.passed())
                .findFirst()
                .orElseThrow();
        RunResult small = new Shrinker(subject, 400, runs -> {}).shrink(failure);
        assertTrue(
                small.made().size() * 10 < failure.made().size(),
                small.made() + " of " + failure.made().size());
    }
}
