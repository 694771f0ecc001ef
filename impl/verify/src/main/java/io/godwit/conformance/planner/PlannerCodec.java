package io.godwit.conformance.planner;

import static io.godwit.conformance.binding.RecordCodec.Field.field;

import io.godwit.conformance.binding.Codec;
import io.godwit.conformance.binding.RecordCodec;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.PlanRun;
import io.godwit.protocol.planner.PlannedStep;
import java.util.Arrays;
import java.util.List;

/** Plans as values of the specification and back. Slots and positions count from 1 there, from 0 here. */
final class PlannerCodec {
    private final Corpus corpus;
    private final ValueTable values;
    private final int current;
    private final int wanted;
    private final int target;
    private final int phase;
    private final int sim;
    private final int plan;
    private final int at;
    private final int arr;
    private final Codec<PlanRun.Phase> phases;
    private final Codec<List<PlannedStep>> plans;

    PlannerCodec(Corpus corpus) {
        this.corpus = corpus;
        values = corpus.values();
        current = corpus.variable("current");
        wanted = corpus.variable("wanted");
        target = corpus.variable("target");
        phase = corpus.variable("phase");
        sim = corpus.variable("sim");
        plan = corpus.variable("plan");
        at = corpus.variable("at");
        arr = corpus.variable("arr");
        phases = Codec.words(values, PlanRun.Phase.class);
        Codec<Integer> members = Codec.numbers(values);
        Codec<Integer> slots = Codec.numbers(values, 1);
        plans = new RecordCodec<>(
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
    }

    /** A state of the corpus. */
    PlanRun state(int state) {
        return new PlanRun(
                arrangement(value(state, current)),
                arrangement(value(state, wanted)),
                arrangement(value(state, target)),
                phases.decode(value(state, phase)),
                arrangement(value(state, sim)),
                plans.decode(value(state, plan)),
                values.number(value(state, at)) - 1,
                arrangement(value(state, arr)));
    }

    /** The values of all variables for what the engine has made of a state. */
    int[] values(int state, PlanRun after) {
        int width = corpus.states().width();
        int[] ids = Arrays.copyOfRange(corpus.states().ids(), state * width, (state + 1) * width);
        ids[current] = value(after.current());
        ids[wanted] = value(after.wanted());
        ids[target] = value(after.target());
        ids[phase] = phases.encode(after.phase());
        ids[sim] = value(after.sim());
        ids[plan] = plans.encode(after.plan());
        ids[at] = values.ofNumber(after.at() + 1);
        ids[arr] = value(after.arr());
        return ids;
    }

    private int value(int state, int variable) {
        return corpus.states().value(state, variable);
    }

    private Arrangement arrangement(int id) {
        return Arrangement.of(
                Arrays.stream(values.items(id)).map(values::number).toArray());
    }

    /** A function over 1 to n is a sequence. */
    private int value(Arrangement arrangement) {
        int[] items = Arrays.stream(arrangement.toArray()).map(values::ofNumber).toArray();
        return values.ofSequence(items, -1);
    }
}
