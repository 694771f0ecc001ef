package io.godwit.simulation.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.simulation.plan.FaultChoice;
import io.godwit.simulation.plan.Plan;
import io.godwit.simulation.plan.Planner;
import io.godwit.simulation.plan.Settings;
import io.godwit.simulation.toy.Toy;
import io.godwit.simulation.toy.ToySubject;
import io.godwit.simulation.world.Observer;
import io.godwit.simulation.world.RunResult;
import io.godwit.simulation.world.Simulation;
import io.godwit.trace.Trace;
import io.godwit.trace.json.TraceJson;
import io.godwit.trace.lens.Lenses;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SameLogTest {
    private static final Settings SETTINGS =
            new Settings("toy", 5, 10_000_000, FaultChoice.all(List.of("answering", "never")));

    private static String log(long seed) {
        StringBuilder text = new StringBuilder();
        Simulation.run(new ToySubject(), new Planner(SETTINGS).plan(seed), new LogObserver<>(line -> text.append(line)
                .append('\n')));
        return text.toString();
    }

    @Test
    void twoRunsOfASeedAreEqualToTheLastByte() {
        for (long seed = 1; seed <= 5; seed++) {
            String log = log(seed);
            assertTrue(log.lines().count() > 1_000);
            assertEquals(log, log(seed));
        }
        assertNotEquals(log(1), log(2));
    }

    @Test
    void aRunCanBeReadAsATrace() {
        ToySubject subject = new ToySubject(Toy.Bug.TAKES_OVER);
        Settings cuts = new Settings("toy", 5, 10_000_000, FaultChoice.parse("isolate", List.of()));
        Plan plan = LongStream.rangeClosed(1, 100)
                .mapToObj(new Planner(cuts)::plan)
                .filter(p -> !Simulation.run(subject, p, Observer.none()).passed())
                .findFirst()
                .orElseThrow();
        var observer = new TraceObserver<>(subject, 300);
        RunResult result = Simulation.run(subject, plan, observer);
        Lenses lenses =
                Lenses.load(Path.of(System.getProperty("godwit.root", "../..")).resolve("spec"));
        Trace trace = observer.trace(result, lenses.of(TraceObserver.MODULE));
        assertEquals("OneServer", trace.meta().property());
        assertTrue(trace.members().size() >= 5);
        assertTrue(trace.steps().size() > 10);
        assertTrue(trace.steps().stream().anyMatch(step -> !step.messages().isEmpty()));
        String json = TraceJson.write(trace);
        assertEquals(json, TraceJson.write(TraceJson.read("trace", json, lenses)));
    }
}
