package io.godwit.simulation.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.PlanJson;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import io.godwit.simulation.run.Investigation;
import io.godwit.simulation.run.SelectedProperties;
import io.godwit.simulation.run.Shrinker;
import io.godwit.simulation.run.Subjects;
import io.godwit.trace.Lenses;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classic as it was published loses what it has acknowledged, and is caught. */
class ClassicSimulationTest {
    private static final Set<String> LOSS = Set.of("AckedDurable", "Linearizable");
    private static final Subject<ClassicState> CLASSIC =
            new SelectedProperties<>(new ClassicSubject(Classic.published()), LOSS);
    private static final Subject<ClassicState> REPAIRED =
            new SelectedProperties<>(new ClassicSubject(Classic.repaired()), LOSS);

    /** One of some thirty seeds loses data with one crash: some are looked at from here on. */
    private static final long FIRST = 92;

    @TempDir
    private Path directory;

    /** Caught under a partition, written down, made small, replayed, and opened as a trace. */
    @Test
    void losesDataUnderAPartition() throws IOException {
        RunResult failure = Runs.firstFailure(CLASSIC, Runs.planner(CLASSIC, 5, 12, "halves"), 10)
                .orElseThrow();
        assertTrue(failure.happened().containsKey("halves"));
        RunResult small = new Shrinker(CLASSIC, 12, runs -> {}).shrink(failure);
        assertEquals(failure.violation().property(), small.violation().property());
        assertTrue(small.made().size() < failure.made().size());

        Lenses lenses =
                Lenses.load(Path.of(System.getProperty("godwit.root", "../..")).resolve("spec"));
        Investigation.RunFiles files = new Investigation<>(CLASSIC).write(small.plan(), directory, "classic", lenses);
        RunPlan again = PlanJson.read("again", Files.readString(files.schedule()));
        assertEquals(small.plan(), again);
        assertEquals(small.violation(), Runs.run(CLASSIC, again).violation());
        assertEquals(Runs.log(CLASSIC, again), Files.readString(files.log()));
        assertTrue(Files.readString(files.log()).contains("violated"));
        Trace trace = TraceJson.read("trace", Files.readString(files.trace()), lenses);
        assertEquals(small.violation().property(), trace.meta().property());
        assertFalse(trace.steps().isEmpty());
    }

    /** An owner that is cut off serves on, while another member is promoted. */
    @Test
    void twoServeUnderACut() {
        Subject<ClassicState> repaired =
                new SelectedProperties<>(new ClassicSubject(Classic.repaired()), Set.of("OneServer"));
        assertTrue(Runs.firstFailure(repaired, Runs.planner(repaired, 5, 12, "isolate"), 10)
                .isPresent());
    }

    /** With the repairs, and within what classic assumes: crashes, joins and leaves, no cut, no member that is too slow. */
    @ParameterizedTest
    @ValueSource(
            strings = {"crash", "join,leave,rolling", "crash,join,leave,crash@migration,crash@promotion,crash@failover"
            })
    void holdsWithRepairsWithinItsAssumption(String faults) {
        Subject<?> repaired = Subjects.protocol("classic-repaired");
        RunPlanner planner = Runs.planner(repaired, 5, 12, faults);
        Optional<RunResult> failure = Runs.firstFailure(repaired, planner, 5);
        assertTrue(failure.isEmpty(), () -> failure.orElseThrow().violation().toString());
    }

    /**
     * Finding N6 b: the master moves a partition to itself, serves it, and dies before it has told anybody. Others are slow to
     * reach each other, so that another migration delays the publication. Nothing is lost or cut, and one member crashes.
     */
    private static RunPlan oneCrash(long seed) {
        RunPlan plan = Runs.planner(CLASSIC, 4, 16, "none").plan(seed);
        List<Fault> faults = new ArrayList<>();
        for (int from = 2; from <= 4; from++) {
            for (int to = 2; to <= 4; to++) {
                if (from != to) {
                    faults.add(Fault.at(1_000_000, FaultKind.DELAY, from, to, 100_000, 7_000_000));
                }
            }
        }
        for (int i = 0; i < 4; i++) {
            faults.add(Fault.at(1_500_000 + i * 1_400_000L, FaultKind.LEAVE, 2 + i % 3, 0, 0, 200_000));
        }
        faults.add(Fault.at(1_400_000, FaultKind.CRASH, 0, 0, 0, 3_000_000).when("served-unknown", 0));
        return plan.withFaults(faults);
    }

    @Test
    void losesDataWithOneCrash() {
        RunResult failure = null;
        for (long seed = FIRST; failure == null && seed < FIRST + 10; seed++) {
            RunResult result = Runs.run(CLASSIC, oneCrash(seed));
            failure = result.passed() ? null : result;
            assertTrue(Runs.run(REPAIRED, oneCrash(seed)).passed(), "repaired, seed " + seed);
        }
        assertTrue(failure != null, "not caught");
        assertEquals(1, failure.happened().get("crash@served-unknown"));
    }
}
