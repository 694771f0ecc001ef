package io.godwit.matrix;

import io.godwit.simulation.FaultChoice;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.RunPlanner;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Window;
import io.godwit.simulation.run.Shrinker;
import io.godwit.simulation.run.Simulation;
import io.godwit.simulation.run.Subjects;
import java.util.List;
import java.util.function.LongFunction;

/** Shrinks seeds that fail. It is created by name in a loader of its own, and used by what the JDK has. */
public final class ShrinkRun implements LongFunction<int[]> {
    private static final int RUNS = 100;

    private final Subject<?> subject = Subjects.protocol("quorum");

    /** Returns how many faults and calls the plan of a seed has, and how many are left of them; null if the seed passes. */
    @Override
    public int[] apply(long seed) {
        List<String> windows = subject.windows().stream().map(Window::name).toList();
        RunPlanner planner = new RunPlanner(new RunSettings(subject.name(), 5, 12_000_000, FaultChoice.all(windows)));
        RunResult failure = Simulation.run(subject, planner.plan(seed), Observer.none());
        if (failure.passed()) {
            return null;
        }
        RunResult small = new Shrinker(subject, RUNS, runs -> {}).shrink(failure);
        return new int[] {
            failure.plan().faults().size(),
            failure.made().size(),
            small.plan().faults().size(),
            small.made().size()
        };
    }
}
