package io.godwit.matrix;

import io.godwit.matrix.MatrixRow.SearchSettings;
import io.godwit.matrix.RungOutcome.Verdict;
import io.godwit.mutants.Mutants;
import io.godwit.mutants.Mutants.Mutant;
import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Window;
import io.godwit.simulation.run.Simulation;
import io.godwit.simulation.run.Subjects;
import java.util.List;

/** Searches for a mutant by simulation, seed by seed. A seed counts only if the protocol with all guards passes it. */
final class SimulationRung {
    private static final long MICROS = 1_000_000;
    private static final double NANOS = 1e9;

    private final Rows rows;
    private final int factor;

    /**
     * The rung.
     *
     * @param factor multiple of the number of seeds of each row
     */
    SimulationRung(Rows rows, int factor) {
        this.rows = rows;
        this.factor = factor;
    }

    /** Searches for a row. */
    RungOutcome search(MatrixRow row) {
        Mutant mutant = Mutants.find(row.name()).orElseThrow();
        SearchSettings search = rows.search(row);
        Subject<?> broken = Subjects.mutant(mutant);
        Subject<?> whole = Subjects.whole(row.protocol());
        List<String> windows = whole.windows().stream().map(Window::name).toList();
        FaultChoice choice = FaultChoice.parse(search.faults(), windows);
        RunPlanner planner =
                new RunPlanner(new RunSettings(row.protocol(), search.members(), search.seconds() * MICROS, choice));
        long start = System.nanoTime();
        int most = search.seeds() * factor;
        for (int seed = 1; seed <= most; seed++) {
            RunPlan drawn = planner.plan(seed);
            RunPlan plan = search.schedule() == null
                    ? drawn
                    : drawn.withFaults(search.schedule().stream()
                            .map(SearchSettings.Timed::planned)
                            .toList());
            String found = run(broken, plan);
            if (!found.isEmpty() && run(whole, plan).isEmpty()) {
                double seconds = (System.nanoTime() - start) / NANOS;
                return new RungOutcome(Verdict.CAUGHT, found, "seed " + seed, seed, seconds);
            }
        }
        return new RungOutcome(Verdict.MISSED, "", "", most, (System.nanoTime() - start) / NANOS);
    }

    private static String run(Subject<?> subject, RunPlan plan) {
        try {
            Violation violation = Simulation.run(subject, plan, Observer.none()).violation();
            return violation == null ? "" : violation.property();
        } catch (RuntimeException e) {
            // The protocol never throws: an engine that does is not the protocol.
            return "breaks down: " + e;
        }
    }
}
