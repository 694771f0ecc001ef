package io.godwit.conformance.planner;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Step;
import io.godwit.protocol.planner.PlannerGuard;
import io.godwit.protocol.planner.run.CutCycle;
import io.godwit.protocol.planner.run.PlanClear;
import io.godwit.protocol.planner.run.PlanDone;
import io.godwit.protocol.planner.run.PlanRun;
import io.godwit.protocol.planner.run.PlanRun.Advance;
import io.godwit.protocol.planner.run.PlanStep;
import io.godwit.protocol.planner.run.Prioritise;
import io.godwit.protocol.planner.run.PrioritiseDone;
import io.godwit.protocol.planner.run.RunClear;
import io.godwit.protocol.planner.run.RunDone;
import io.godwit.protocol.planner.run.RunStep;
import java.util.ArrayList;
import java.util.List;

/** The planner: each action is one handler, and none has arguments. */
final class PlannerWorld implements World {
    private final PlannerCodec codec;
    private final List<Handler<PlanRun, Advance>> handlers = new ArrayList<>();

    PlannerWorld(Corpus corpus, Guards all) {
        Guards guards = new Constants(corpus).lacking(all, PlannerGuard.values());
        codec = new PlannerCodec(corpus);
        for (Instance instance : corpus.instances()) {
            handlers.add(handler(instance.action(), guards));
        }
    }

    private static Handler<PlanRun, Advance> handler(String action, Guards guards) {
        return switch (action) {
            case "CutCycle" -> guards.make(CutCycle.class, CutCycle::new);
            case "PlanClear" -> guards.make(PlanClear.class, PlanClear::new);
            case "PlanStep" -> guards.make(PlanStep.class, PlanStep::new);
            case "PlanDone" -> guards.make(PlanDone.class, PlanDone::new);
            case "Prioritise" -> guards.make(Prioritise.class, Prioritise::new);
            case "PrioritiseDone" -> guards.make(PrioritiseDone.class, PrioritiseDone::new);
            case "RunStep" -> guards.make(RunStep.class, RunStep::new);
            case "RunDone" -> guards.make(RunDone.class, RunDone::new);
            case "RunClear" -> guards.make(RunClear.class, RunClear::new);
            default -> throw new IllegalArgumentException("no handler for " + action);
        };
    }

    /** A refusal comes with the very state that was given, not with an equal one. */
    @SuppressWarnings("ReferenceEquality")
    @Override
    public void offer(int state, int instance, Offers offers) {
        PlanRun before = codec.state(state);
        Handler<PlanRun, Advance> handler = handlers.get(instance);
        Step<PlanRun> step = handler.handle(before, Advance.ADVANCE);
        if (step.accepted()) {
            offers.accepted(handler.getClass(), Advance.ADVANCE, codec.values(state, step.state()));
        } else {
            offers.refused(handler.getClass(), Advance.ADVANCE, step.refusal(), step.state() == before);
        }
    }
}
