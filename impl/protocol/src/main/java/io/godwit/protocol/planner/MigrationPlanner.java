package io.godwit.protocol.planner;

import static io.godwit.protocol.planner.Arrangement.NO_SLOT;

import io.godwit.protocol.Members;
import io.godwit.protocol.Rules;

/**
 * Which step follows from where a partition is and where it shall be. {@code spec/classic/MigrationPlanner.tla}; hazelcast design 3.7, "avoid data loss on migration".
 *
 * <p>Below, {@code x} is the arrangement so far and {@code t} the target. Both have the same number of slots.
 */
public class MigrationPlanner {
    private final Rules rules;

    /** The choice of steps under these rules. */
    public MigrationPlanner(Rules rules) {
        this.rules = rules;
    }

    /** The target without its cycles: replicas that only swap places stay where they are. {@code Cut}. */
    public Arrangement cut(Arrangement x, Arrangement t) {
        int[] members = t.toArray();
        for (int slot = 0; slot < members.length; slot++) {
            if (onCycle(x, t, slot)) {
                members[slot] = x.at(slot);
            }
        }
        return Arrangement.of(members);
    }

    /**
     * The next step, decided at the hottest slot that is not as wanted. {@code NextStep}.
     *
     * @return the step, a clear, or {@link PlannedStep#NO_STEP} when only a cycle is left
     */
    public PlannedStep next(Arrangement x, Arrangement t) {
        int slot = focus(x, t);
        if (t.at(slot) == Members.NONE) {
            return new PlannedStep(x.at(slot), slot, NO_SLOT, Members.NONE, NO_SLOT, NO_SLOT);
        }
        int held = x.slotOf(t.at(slot));
        if (x.at(slot) == Members.NONE) {
            return rules.holds(PlannerRule.SHIFT_UP_WHEN_PRESENT, held == NO_SLOT)
                    ? copy(t, slot)
                    : shiftUp(x, t, held, slot);
        }
        if (rules.holds(PlannerRule.RESOLVE_CONFLICTS, held == NO_SLOT)) {
            return moveOrShiftDown(x, t, slot);
        }
        return endOfChain(x, t, slot);
    }

    private static PlannedStep copy(Arrangement t, int slot) {
        return new PlannedStep(Members.NONE, NO_SLOT, NO_SLOT, t.at(slot), NO_SLOT, slot);
    }

    private static PlannedStep move(Arrangement x, Arrangement t, int slot) {
        return new PlannedStep(x.at(slot), slot, NO_SLOT, t.at(slot), NO_SLOT, slot);
    }

    /** Who is in the slot drops to the slot that it is wanted in, if that is another one and empty. */
    private PlannedStep moveOrShiftDown(Arrangement x, Arrangement t, int slot) {
        int down = t.slotOf(x.at(slot));
        boolean drops = down != NO_SLOT
                && down != slot
                && rules.holds(PlannerRule.SHIFT_DOWN_CHECKS_SLOT, x.at(down) == Members.NONE);
        return drops ? new PlannedStep(x.at(slot), slot, down, t.at(slot), NO_SLOT, slot) : move(x, t, slot);
    }

    /** Moves a replica up. Who is there goes to its own slot when that is empty, and away otherwise. */
    private static PlannedStep shiftUp(Arrangement x, Arrangement t, int from, int to) {
        int displaced = x.at(to);
        if (displaced == Members.NONE) {
            return new PlannedStep(Members.NONE, NO_SLOT, NO_SLOT, x.at(from), from, to);
        }
        int down = t.slotOf(displaced);
        boolean drops = down != NO_SLOT && down != to && x.at(down) == Members.NONE;
        return new PlannedStep(displaced, to, drops ? down : NO_SLOT, x.at(from), from, to);
    }

    /** The wanted member is elsewhere, where another one is wanted, and so on: the last slot of that chain changes first. */
    private PlannedStep endOfChain(Arrangement x, Arrangement t, int slot) {
        int before = slot;
        int end = hop(x, t, slot);
        for (int hops = 1; hops < x.size() && hop(x, t, end) != end; hops++) {
            before = end;
            end = hop(x, t, end);
        }
        if (t.at(end) == Members.NONE) {
            PlannedStep up = shiftUp(x, t, end, before);
            int gap = firstGap(x, t, end);
            boolean losesCopy = up.srcNewIdx() == NO_SLOT;
            return losesCopy && gap != NO_SLOT ? shiftUp(x, t, end, gap) : up;
        }
        return x.holds(t.at(end)) ? PlannedStep.NO_STEP : move(x, t, end);
    }

    /** The hottest slot below {@code end} that is empty and shall not be. */
    protected int firstGap(Arrangement x, Arrangement t, int end) {
        for (int slot = 0; slot < end; slot++) {
            if (x.at(slot) == Members.NONE && t.at(slot) != Members.NONE) {
                return slot;
            }
        }
        return NO_SLOT;
    }

    private static int focus(Arrangement x, Arrangement t) {
        int slot = 0;
        while (x.at(slot) == t.at(slot)) {
            slot++;
        }
        return slot;
    }

    /** The slot where the member sits that this slot wants; the slot itself when it sits nowhere. */
    private static int hop(Arrangement x, Arrangement t, int slot) {
        int held = x.slotOf(t.at(slot));
        return held == NO_SLOT ? slot : held;
    }

    private boolean onCycle(Arrangement x, Arrangement t, int slot) {
        int at = hop(x, t, slot);
        if (at == slot) {
            return false;
        }
        for (int hops = 1; hops < x.size() && at != slot; hops++) {
            at = hop(x, t, at);
        }
        return rules.holds(PlannerRule.CUT_ONLY_CYCLES, at == slot);
    }

    /** {@code MayOvertake}: may a step run before one that was planned earlier? */
    public final boolean mayOvertake(PlannedStep step, PlannedStep earlier) {
        boolean shares = step.dst() == earlier.src() || step.dst() == earlier.dst();
        boolean fillsHotter = earlier.srcNewIdx() != NO_SLOT && earlier.srcNewIdx() < step.dstNewIdx();
        return !earlier.addsOnly()
                && rules.holds(PlannerRule.OVERTAKE_CHECKS_MEMBERS, !shares)
                && rules.holds(PlannerRule.OVERTAKE_CHECKS_SLOT, !fillsHotter);
    }
}
