package io.godwit.simulation.subject;

import io.godwit.simulation.plan.RunPlan;

/**
 * Lets members live through plans.
 *
 * @param <S> the state of one member
 */
@FunctionalInterface
public interface Runner<S> {
    /** Runs a plan. */
    RunResult run(Subject<S> subject, RunPlan plan, Observer<S> observer);
}
