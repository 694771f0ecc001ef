package io.godwit.protocol.planner;

import io.godwit.protocol.Members;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Who holds which replica of one partition: a member or {@link Members#NONE} for each slot, the primary in slot 0.
 * Immutable. {@code arrangement} in {@code spec/classic/MigrationPlanner.tla}.
 */
public final class Arrangement {
    /** No slot; {@code NoIndex} in the specification. */
    public static final int NO_SLOT = -1;

    private final int[] members;

    private Arrangement(int[] members) {
        this.members = members;
    }

    /**
     * An arrangement with these members in its slots.
     *
     * @param members one per slot, {@link Members#NONE} for an empty slot; at least one slot
     * @throws IllegalArgumentException if there is no slot
     */
    public static Arrangement of(int... members) {
        if (members.length == 0) {
            throw new IllegalArgumentException("an arrangement has at least one slot");
        }
        return new Arrangement(members.clone());
    }

    /** An arrangement of nobody. */
    public static Arrangement empty(int slots) {
        return of(new int[slots]);
    }

    /** Number of slots, filled or not. */
    public int size() {
        return members.length;
    }

    /** The member in a slot, or {@link Members#NONE}. */
    public int at(int slot) {
        return members[slot];
    }

    /** The primary, or {@link Members#NONE}. */
    public int primary() {
        return members[0];
    }

    /** The slot of a member, or {@link #NO_SLOT}; nobody has no slot. {@code IndexOf}. */
    public int slotOf(int member) {
        for (int slot = 0; member != Members.NONE && slot < members.length; slot++) {
            if (members[slot] == member) {
                return slot;
            }
        }
        return NO_SLOT;
    }

    /** Does the member hold a replica? */
    public boolean holds(int member) {
        return slotOf(member) != NO_SLOT;
    }

    /** Number of different members that hold a replica. {@code CopyCount}. */
    public int copies() {
        return (int) held().distinct().count();
    }

    /** The members that hold a replica, by slot. */
    public IntStream held() {
        return Arrays.stream(members).filter(member -> member != Members.NONE);
    }

    /** The slots with their members, as a new array. */
    public int[] toArray() {
        return members.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Arrangement arrangement && Arrays.equals(members, arrangement.members);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(members);
    }

    @Override
    public String toString() {
        return Arrays.stream(members)
                .mapToObj(member -> member == Members.NONE ? "-" : Integer.toString(member))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
