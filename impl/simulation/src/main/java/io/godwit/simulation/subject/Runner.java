package io.godwit.simulation.subject;

import io.godwit.simulation.plan.Plan;
import io.godwit.simulation.world.Observer;
import io.godwit.simulation.world.RunResult;

/**
 * Lets members live through plans.
 *
 * @param <S> the state of one member
 */
@FunctionalInterface
public interface Runner<S> {
    /** Runs a plan. */
    RunResult run(Subject<S> subject, Plan plan, Observer<S> observer);
}
