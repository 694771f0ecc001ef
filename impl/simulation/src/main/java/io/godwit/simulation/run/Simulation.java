package io.godwit.simulation.run;

import io.godwit.simulation.Observer;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Subject;

/** Runs plans. */
public final class Simulation {
    private Simulation() {}

    /** Lets the members of a protocol live through a plan. */
    public static <S> RunResult run(Subject<S> subject, RunPlan plan, Observer<S> observer) {
        return subject.runner().run(subject, plan, observer);
    }
}
