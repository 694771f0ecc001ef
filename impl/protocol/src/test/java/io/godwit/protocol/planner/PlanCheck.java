package io.godwit.protocol.planner;

import static io.godwit.protocol.planner.Arrangement.NO_SLOT;

import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Carries a plan out as the specification does, and says which of its invariants does not hold. */
final class PlanCheck {
    private static final int MOST_STEPS = 200;

    private final List<Function<PlanRun, Step<PlanRun>>> actions;

    PlanCheck(PlanAndRun planner) {
        actions = List.of(
                planner::cutCycle,
                planner::planClear,
                planner::planStep,
                planner::planDone,
                planner::prioritise,
                planner::prioritiseDone,
                planner::runStep,
                planner::runDone,
                planner::runClear);
    }

    /** The first invariant of {@code PlanAndRun} that is broken on the way. */
    Optional<String> broken(Arrangement current, Arrangement wanted) {
        PlanRun run = PlanRun.start(current, wanted);
        for (int steps = 0; run.phase() != PlanRun.Phase.DONE; steps++) {
            Optional<String> broken = broken(run);
            if (broken.isPresent()) {
                return broken;
            }
            Optional<PlanRun> next = next(run);
            if (next.isEmpty() || steps > MOST_STEPS) {
                return Optional.of("PlanCompletes");
            }
            run = next.get();
        }
        return broken(run);
    }

    private Optional<PlanRun> next(PlanRun run) {
        List<PlanRun> next = actions.stream()
                .map(action -> Step.of(run, action))
                .filter(Step::accepted)
                .map(Step::state)
                .toList();
        if (next.size() > 1) {
            throw new AssertionError("a plan is a straight line: " + next);
        }
        return next.stream().findFirst();
    }

    private static Optional<String> broken(PlanRun run) {
        if (!distinct(run.sim()) || !distinct(run.arr())) {
            return Optional.of("ReplicasDistinct");
        }
        if (run.arr().copies() < Math.min(run.current().copies(), run.target().copies())) {
            return Optional.of("CopiesNonDecreasing");
        }
        if (run.phase() == PlanRun.Phase.RUN && run.at() < run.plan().size()) {
            PlannedStep step = run.plan().get(run.at());
            if (!fits(run.arr(), step)) {
                return Optional.of("StepFits");
            }
            if (run.arr().at(step.dstNewIdx()) == Members.NONE && !filledBelow(run.arr(), step.dstNewIdx())) {
                return Optional.of("HotterFirst");
            }
            if (run.at() + 1 < run.plan().size()
                    && couldRunFirst(run.arr(), run.plan().get(run.at() + 1), step)) {
                return Optional.of("RepairsFirst");
            }
        }
        if (run.phase() == PlanRun.Phase.DONE && !endsAtTarget(run)) {
            return Optional.of("EndsAtTarget");
        }
        return Optional.empty();
    }

    private static boolean distinct(Arrangement x) {
        return x.copies() == x.held().count();
    }

    private static boolean fits(Arrangement arr, PlannedStep step) {
        return (step.srcCurIdx() == NO_SLOT || arr.at(step.srcCurIdx()) == step.src())
                && (arr.at(step.dstNewIdx()) == Members.NONE || arr.at(step.dstNewIdx()) == step.src())
                && (step.srcNewIdx() == NO_SLOT || arr.at(step.srcNewIdx()) == Members.NONE)
                && arr.slotOf(step.dst()) == step.dstCurIdx()
                && arr.primary() != Members.NONE;
    }

    private static boolean filledBelow(Arrangement arr, int end) {
        for (int slot = 0; slot < end; slot++) {
            if (arr.at(slot) == Members.NONE) {
                return false;
            }
        }
        return true;
    }

    private static boolean couldRunFirst(Arrangement arr, PlannedStep next, PlannedStep step) {
        return !step.addsOnly()
                && next.addsOnly()
                && next.dst() != step.src()
                && next.dst() != step.dst()
                && filledBelow(arr, next.dstNewIdx());
    }

    private static boolean endsAtTarget(PlanRun run) {
        return run.arr().equals(run.target())
                && run.arr()
                        .held()
                        .sorted()
                        .boxed()
                        .toList()
                        .equals(run.wanted().held().sorted().boxed().toList());
    }
}
