package io.godwit.simulation;

import io.godwit.simulation.RunPlan.RunSettings;
import io.godwit.simulation.run.LogObserver;
import io.godwit.simulation.run.Simulation;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Runs for tests. */
public final class Runs {
    private Runs() {}

    /** Plans as {@code simulate} draws them. */
    public static RunPlanner planner(Subject<?> subject, int members, long seconds, String faults) {
        List<String> windows = subject.windows().stream().map(Window::name).toList();
        return new RunPlanner(
                new RunSettings(subject.name(), members, seconds * 1_000_000, FaultChoice.parse(faults, windows)));
    }

    /** One run. */
    public static RunResult run(Subject<?> subject, RunPlan plan) {
        return Simulation.run(subject, plan, Observer.none());
    }

    /** The first of some runs that fails. */
    public static Optional<RunResult> firstFailure(Subject<?> subject, RunPlanner planner, long seeds) {
        return LongStream.rangeClosed(1, seeds)
                .mapToObj(seed -> run(subject, planner.plan(seed)))
                .filter(result -> !result.passed())
                .findFirst();
    }

    /** The log of a run. */
    public static <S> String log(Subject<S> subject, RunPlan plan) {
        StringBuilder text = new StringBuilder();
        Simulation.run(
                subject, plan, new LogObserver<>(line -> text.append(line).append('\n')));
        return text.toString();
    }
}
