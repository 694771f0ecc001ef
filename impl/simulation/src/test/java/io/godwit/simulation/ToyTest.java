package io.godwit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.simulation.plan.FaultChoice;
import io.godwit.simulation.plan.Planner;
import io.godwit.simulation.plan.Settings;
import io.godwit.simulation.toy.Toy;
import io.godwit.simulation.toy.ToySubject;
import io.godwit.simulation.world.Observer;
import io.godwit.simulation.world.RunResult;
import io.godwit.simulation.world.Simulation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation finds nothing where there is nothing, and finds what there is. */
class ToyTest {
    private static final List<String> WINDOWS = List.of("answering", "never");
    private static final long TWENTY_SECONDS = 20_000_000;

    @Test
    void aRightProtocolPasses() {
        Set<String> happened = new TreeSet<>();
        for (long seed = 1; seed <= 30; seed++) {
            RunResult result = run(new ToySubject(), "all", seed);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
            assertTrue(result.calls() > 500, "calls: " + result.calls());
            assertTrue(result.settledAfter() >= 0);
            assertEquals(0, result.gaveUp());
            happened.addAll(result.happened().keySet());
        }
        assertTrue(happened.contains("crash") && happened.contains("halves"), happened.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "ANSWERS_FIRST, reboot@answering, 'AckedDurable Linearizable'",
        "FORGETS_CALLS, loss, 'Linearizable'",
        "READS_COPIES, isolate, 'AckedDurable Linearizable'",
        "TAKES_OVER, isolate, 'OneServer'",
        "DROPS_WRITES, suspect, 'AckedDurable Linearizable'"
    })
    void aBrokenProtocolIsCaught(Toy.Bug bug, String faults, String properties) {
        RunResult caught = null;
        for (long seed = 1; seed <= 40 && caught == null; seed++) {
            RunResult result = run(new ToySubject(bug), faults, seed);
            caught = result.passed() ? null : result;
        }
        assertNotNull(caught, "not caught in 40 seeds");
        assertTrue(
                List.of(properties.split(" ")).contains(caught.violation().property()), caught.violation()::toString);
    }

    @Test
    void theSameFaultsDoNoHarmToTheRightProtocol() {
        for (String faults : List.of("reboot@answering", "loss", "delay", "isolate", "suspect", "none")) {
            RunResult result = run(new ToySubject(), faults, 7);
            assertTrue(result.passed(), faults + ": " + result.violation());
        }
    }

    @Test
    void aWindowThatNeverOpensIsMissing() {
        RunResult result = run(new ToySubject(), "crash@never,pause", 3);
        assertEquals(Set.of("crash@never"), result.missing());
    }

    static RunResult run(ToySubject subject, String faults, long seed) {
        Settings settings = new Settings("toy", 5, TWENTY_SECONDS, FaultChoice.parse(faults, WINDOWS));
        return Simulation.run(subject, new Planner(settings).plan(seed), Observer.none());
    }
}
