package io.godwit.protocol.planner;

import static io.godwit.protocol.planner.Arrangement.NO_SLOT;

import io.godwit.protocol.Members;
import java.util.stream.IntStream;

/**
 * One migration of a plan. The data always come from the partition's primary, whoever is named as source here.
 *
 * @param src who gives its slot up, or {@link Members#NONE} when the slot is empty
 * @param srcCurIdx the slot of {@code src}, or {@link Arrangement#NO_SLOT}
 * @param srcNewIdx the colder slot that {@code src} drops to, or {@link Arrangement#NO_SLOT} when it holds nothing any more
 * @param dst who gets a slot
 * @param dstCurIdx the slot that {@code dst} has so far, or {@link Arrangement#NO_SLOT} for a newcomer
 * @param dstNewIdx the slot that {@code dst} gets
 */
public record PlannedStep(int src, int srcCurIdx, int srcNewIdx, int dst, int dstCurIdx, int dstNewIdx) {
    /** There is no step: what is left is a cycle. {@code NoStep}. */
    public static final PlannedStep NO_STEP =
            new PlannedStep(Members.NONE, NO_SLOT, NO_SLOT, Members.NONE, NO_SLOT, NO_SLOT);

    /** What a step does, by the names of the seed. */
    public enum Kind {
        /** A surplus replica goes. The master does that itself, without a migration. */
        CLEAR,
        /** An empty slot gets a newcomer. */
        COPY,
        /** A newcomer replaces a replica. */
        MOVE,
        /** A replica moves to a hotter slot; whoever was there goes. */
        SHIFT_UP,
        /** A newcomer takes a slot, whoever was there drops to an empty colder one. */
        SHIFT_DOWN,
        /** A replica moves to a hotter slot, whoever was there drops to an empty colder one. */
        SHIFT_UP_AND_DOWN
    }

    /** The kind of this step. */
    public Kind kind() {
        if (isClear()) {
            return Kind.CLEAR;
        }
        if (dstCurIdx != NO_SLOT) {
            return srcNewIdx == NO_SLOT ? Kind.SHIFT_UP : Kind.SHIFT_UP_AND_DOWN;
        }
        if (srcNewIdx != NO_SLOT) {
            return Kind.SHIFT_DOWN;
        }
        return srcCurIdx == NO_SLOT ? Kind.COPY : Kind.MOVE;
    }

    /** Is nobody to receive anything? {@code IsClear}; also true of {@link #NO_STEP}. */
    public boolean isClear() {
        return dst == Members.NONE;
    }

    /** COPY, or a SHIFT UP into an empty slot: nobody gives anything up. {@code AddsOnly}. */
    public boolean addsOnly() {
        return srcCurIdx == NO_SLOT;
    }

    /** What success adds to the partition's version in classic: the number of slots that change. {@code inc}. */
    public int increment() {
        return (int) IntStream.of(srcCurIdx, srcNewIdx, dstCurIdx, dstNewIdx)
                .filter(slot -> slot != NO_SLOT)
                .distinct()
                .count();
    }

    /** The arrangement after this step. {@code Apply}. */
    public Arrangement applyTo(Arrangement before) {
        int[] members = before.toArray();
        for (int slot = 0; slot < members.length; slot++) {
            if (slot == dstNewIdx) {
                members[slot] = dst;
            } else if (slot == srcNewIdx) {
                members[slot] = src;
            } else if (slot == srcCurIdx || slot == dstCurIdx) {
                members[slot] = Members.NONE;
            }
        }
        return Arrangement.of(members);
    }
}
