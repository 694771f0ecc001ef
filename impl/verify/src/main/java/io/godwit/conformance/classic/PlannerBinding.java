package io.godwit.conformance.classic;

import static io.godwit.conformance.replay.RecordCodec.Field.field;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Binding;
import io.godwit.conformance.replay.Codec;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.RecordCodec;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.PlanRun;
import io.godwit.protocol.planner.PlannedStep;
import io.godwit.protocol.planner.PlannerRule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** {@code spec/classic/PlanAndRun.tla}: the plan of one partition, made and carried out. */
public final class PlannerBinding implements Binding {
    private final Classic classic;

    /** The planner of this engine. */
    public PlannerBinding(Classic classic) {
        this.classic = classic;
    }

    @Override
    public String root() {
        return "PlanAndRun";
    }

    @Override
    public String family() {
        return "classic";
    }

    /** None: the engine has every variable. */
    @Override
    public Map<String, String> specificationOnly() {
        return Map.of();
    }

    /** None: the planner is pure. */
    @Override
    public Map<String, String> world() {
        return Map.of();
    }

    /** None: the engine carries out every action. */
    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    /** None: the engine has every condition. */
    @Override
    public Map<String, String> specificationOnlyGuards() {
        return Map.of();
    }

    @Override
    public World world(Corpus corpus) {
        return new PlannerWorld(corpus, classic);
    }

    /** The planner: none of its actions has arguments. */
    private static final class PlannerWorld implements World {
        private final PlannerCodec codec;
        private final List<Action<PlanRun>> actions;

        PlannerWorld(Corpus corpus, Classic classic) {
            codec = new PlannerCodec(corpus);
            SpecActions<PlanRun> all =
                    new SpecActions<>(classic.lacking(new Constants(corpus).off(PlannerRule.values()))
                            .planAndRun());
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

    /** Plans as values of the specification and back. Slots and positions count from 1 there, from 0 here. */
    private static final class PlannerCodec {
        private final Corpus corpus;
        private final RecordCodec<PlanRun> plans;

        PlannerCodec(Corpus corpus) {
            this.corpus = corpus;
            ValueTable values = corpus.values();
            Codec<Integer> members = Codec.numbers(values);
            Codec<Integer> slots = Codec.numbers(values, 1);
            Codec<Arrangement> arrangements = members.sequences(
                    values,
                    list -> Arrangement.of(
                            list.stream().mapToInt(Integer::intValue).toArray()),
                    arrangement -> Arrays.stream(arrangement.toArray()).boxed());
            Codec<List<PlannedStep>> steps = new RecordCodec<>(
                            values,
                            PlannedStep.class,
                            field("src", members),
                            field("srcCurIdx", slots),
                            field("srcNewIdx", slots),
                            field("dst", members),
                            field("dstCurIdx", slots),
                            field("dstNewIdx", slots))
                    .derived("inc", members, PlannedStep::increment)
                    .sequences(values);
            plans = new RecordCodec<>(
                    values,
                    PlanRun.class,
                    field("current", arrangements),
                    field("wanted", arrangements),
                    field("target", arrangements),
                    field("phase", Codec.words(values, PlanRun.Phase.class)),
                    field("sim", arrangements),
                    field("plan", steps),
                    field("at", slots),
                    field("arr", arrangements));
        }

        /** A state of the corpus. */
        PlanRun state(int state) {
            return plans.decode(name -> corpus.states().value(state, corpus.variable(name)));
        }

        /** The values of all variables for what the engine has made of a state. */
        int[] values(int state, PlanRun after) {
            int width = corpus.states().width();
            int[] ids = Arrays.copyOfRange(corpus.states().ids(), state * width, (state + 1) * width);
            plans.write(after, corpus.variables(), ids);
            return ids;
        }
    }
}
