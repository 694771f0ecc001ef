package io.godwit.conformance.planner;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.binding.SpecActions;
import io.godwit.conformance.binding.SpecActions.Action;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.planner.PlanRun;
import io.godwit.protocol.planner.PlannerRule;
import java.util.List;

/** The planner: none of its actions has arguments. */
final class PlannerWorld implements World {
    private final PlannerCodec codec;
    private final List<Action<PlanRun>> actions;

    PlannerWorld(Corpus corpus, Classic classic) {
        codec = new PlannerCodec(corpus);
        SpecActions<PlanRun> all = new SpecActions<>(
                classic.lacking(new Constants(corpus).off(PlannerRule.values())).planAndRun());
        actions = corpus.instances().stream()
                .map(instance -> all.of("classic/" + instance.name()))
                .toList();
    }

    /** A refusal comes with the very state that was given, not with an equal one. */
    @SuppressWarnings("ReferenceEquality")
    @Override
    public void offer(int state, int instance, Offers offers) {
        PlanRun before = codec.state(state);
        Action<PlanRun> action = actions.get(instance);
        Step<PlanRun> step = action.take(before);
        if (step.accepted()) {
            offers.accepted(action.method(), "go on", codec.values(state, step.state()));
        } else {
            offers.refused(action.method(), "go on", step.refused(), step.state() == before);
        }
    }
}
