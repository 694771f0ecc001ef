package io.godwit.conformance.planner;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.PlanRun;
import io.godwit.protocol.planner.PlannedStep;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Plans as values of the specification and back. Slots and positions count from 1 there, from 0 here. */
final class PlannerCodec {
    private static final Shape STEP =
            new Shape(List.of("dst", "dstCurIdx", "dstNewIdx", "inc", "src", "srcCurIdx", "srcNewIdx"), List.of());

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
    }

    /** A state of the corpus. */
    PlanRun state(int state) {
        return new PlanRun(
                arrangement(value(state, current)),
                arrangement(value(state, wanted)),
                arrangement(value(state, target)),
                PlanRun.Phase.valueOf(values.text(value(state, phase)).toUpperCase(Locale.ROOT)),
                arrangement(value(state, sim)),
                Arrays.stream(values.items(value(state, plan)))
                        .mapToObj(this::step)
                        .toList(),
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
        ids[phase] = values.ofText(after.phase().name().toLowerCase(Locale.ROOT));
        ids[sim] = value(after.sim());
        ids[plan] =
                values.ofSequence(after.plan().stream().mapToInt(this::value).toArray(), -1);
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

    private PlannedStep step(int id) {
        return new PlannedStep(
                number(id, "src"),
                number(id, "srcCurIdx") - 1,
                number(id, "srcNewIdx") - 1,
                number(id, "dst"),
                number(id, "dstCurIdx") - 1,
                number(id, "dstNewIdx") - 1);
    }

    private int number(int id, String field) {
        return values.number(values.field(id, field));
    }

    private int value(PlannedStep step) {
        int[] items = {
            step.dst(),
            step.dstCurIdx() + 1,
            step.dstNewIdx() + 1,
            step.increment(),
            step.src(),
            step.srcCurIdx() + 1,
            step.srcNewIdx() + 1
        };
        return values.ofShape(STEP, Arrays.stream(items).map(values::ofNumber).toArray(), -1);
    }
}
