package io.godwit.matrix.runtime;

import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Violation;
import io.godwit.simulation.Window;
import io.godwit.simulation.run.Simulation;
import io.godwit.simulation.run.Subjects;
import java.util.List;
import java.util.function.LongFunction;

/** Runs seeds of the quorum protocol. It is created by name in a loader of its own, and used by what the JDK has. */
public final class SeedRun implements LongFunction<String> {
    private static final int MEMBERS = 5;
    private static final long MICROS = 1_000_000;
    private static final String QUORUM = "quorum";

    private final Subject<?> subject;
    private final RunPlanner planner;

    /**
     * For these faults.
     *
     * @param faults as on the command line of {@code simulate}
     * @param seconds virtual length of a run
     */
    public SeedRun(String faults, Integer seconds) {
        this.subject = Subjects.protocol(QUORUM);
        List<String> windows = subject.windows().stream().map(Window::name).toList();
        this.planner =
                new RunPlanner(new RunSettings(QUORUM, MEMBERS, seconds * MICROS, FaultChoice.parse(faults, windows)));
    }

    /** Runs a seed; returns the property that was violated, a colon and what was seen, or nothing. */
    @Override
    public String apply(long seed) {
        try {
            Violation violation =
                    Simulation.run(subject, planner.plan(seed), Observer.none()).violation();
            return violation == null ? "" : violation.property() + ": " + violation;
        } catch (RuntimeException | AssertionError e) {
            // The member never breaks down; what is around it neither.
            return "Runs: " + e;
        }
    }
}
