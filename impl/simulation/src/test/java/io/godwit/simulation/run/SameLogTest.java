package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import io.godwit.simulation.classic.ClassicSubject;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceJson;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SameLogTest {
    private static final Subject<ClassicState> CLASSIC = new ClassicSubject(Classic.published());

    private static String log(long seed) {
        return Runs.log(
                CLASSIC,
                Runs.planner(CLASSIC, 5, 10, "crash,join,leave,loss,delay").plan(seed));
    }

    @Test
    void twoRunsOfASeedAreEqualToTheLastByte() {
        for (long seed = 1; seed <= 3; seed++) {
            String log = log(seed);
            assertTrue(log.lines().count() > 1_000);
            assertEquals(log, log(seed));
        }
        assertNotEquals(log(1), log(2));
    }

    @Test
    void runCanBeReadAsATrace() {
        RunPlan plan = Runs.firstFailure(CLASSIC, Runs.planner(CLASSIC, 5, 10, "isolate"), 20)
                .orElseThrow()
                .plan();
        var observer = new TraceObserver<>(CLASSIC, 300);
        RunResult result = Simulation.run(CLASSIC, plan, observer);
        Lenses lenses =
                Lenses.load(Path.of(System.getProperty("godwit.root", "../..")).resolve("spec"));
        Trace trace = observer.trace(result, lenses.of(TraceObserver.MODULE));
        assertEquals(result.violation().property(), trace.meta().property());
        assertTrue(trace.members().size() >= 5);
        assertTrue(trace.steps().size() > 10);
        assertTrue(trace.steps().stream().anyMatch(step -> !step.messages().isEmpty()));
        String json = TraceJson.write(trace);
        assertEquals(json, TraceJson.write(TraceJson.read("trace", json, lenses)));
    }
}
