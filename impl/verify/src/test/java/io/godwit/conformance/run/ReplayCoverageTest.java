package io.godwit.conformance.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.conformance.replay.ReplayRun;
import io.godwit.conformance.replay.ReplayRun.ModelReplay;
import io.godwit.conformance.run.Conformance.ReplayCoverage;
import io.godwit.conformance.run.Traceability.ActionRow;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplayCoverageTest {
    private static final int ENOUGH = 1_000_000;

    private static final Method GO = method("go");
    private static final Method STOP = method("stop");

    void go() {}

    void stop() {}

    private static Method method(String name) {
        try {
            return ReplayCoverageTest.class.getDeclaredMethod(name);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void actionsThatTheirMethodsTakeAreEnough() {
        assertEquals(List.of(), findings(ENOUGH, Map.of("M!Go", 3, "M!End", 1), Map.of("M!Go", Set.of(GO))));
    }

    @Test
    void tooFewTransitionsAreNamed() {
        assertEquals(
                List.of(
                        "only 999,999 different transitions, not 1,000,000; list more models in models/corpus/models.txt"),
                findings(ENOUGH - 1, Map.of("M!Go", 3, "M!End", 1), Map.of("M!Go", Set.of(GO))));
    }

    @Test
    void actionThatNoModelTakesIsNamed() {
        assertEquals(
                List.of("Root: no model takes M!End; list one in models/corpus/models.txt"),
                findings(ENOUGH, Map.of("M!Go", 3), Map.of("M!Go", Set.of(GO))));
    }

    @Test
    void actionThatIsReplayedByAnotherMethodIsNamed() {
        assertEquals(
                List.of("Root: M!Go is replayed without " + ReplayCoverageTest.class.getName()
                        + ".go, which claims it; correct the binding"),
                findings(ENOUGH, Map.of("M!Go", 3, "M!End", 1), Map.of("M!Go", Set.of(STOP))));
    }

    private static List<String> findings(int distinct, Map<String, Integer> taken, Map<String, Set<Method>> carriers) {
        Traceability traceability = new Traceability(
                List.of(
                        new ActionRow("Root", "toy", "M!Go", List.of(GO), List.of(), ""),
                        new ActionRow("Root", "toy", "M!End", List.of(), List.of(), "the world's")),
                List.of(),
                List.of());
        ModelReplay replay = new ModelReplay("model", "Root", 1, 1, 1, 0, 0, taken, carriers, List.of(), 0, 1);
        ModelReplay other =
                new ModelReplay("other", "Other", 1, 1, 1, 0, 0, Map.of("M!End", 1), Map.of(), List.of(), 0, 1);
        return ReplayCoverage.findings(traceability, new ReplayRun.Result(List.of(replay, other), distinct));
    }
}
