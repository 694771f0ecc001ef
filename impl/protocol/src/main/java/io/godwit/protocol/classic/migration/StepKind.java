package io.godwit.protocol.classic.migration;

/** What one step of a plan does to a partition's slots. */
public enum StepKind {
    /** The owner's slot changes hands. */
    MOVE(1),
    /** A backup's slot changes hands. */
    MOVE_BACKUP(1),
    /** An empty slot is filled with a newcomer. */
    COPY(1),
    /** A backup moves to an empty hotter slot. */
    SHIFT_UP(2),
    /** A newcomer takes a slot, and who was there moves to an empty colder one. */
    SHIFT_DOWN(2),
    /** A backup moves to a hotter slot, and who was there goes. In plans only ({@code PlanAndRun}), not in {@code Classic}. */
    SHIFT_UP_OVER(2),
    /** A backup moves to a hotter slot, and who was there moves to an empty colder one. In plans only. */
    SHIFT_UP_AND_DOWN(3);

    private final int increment;

    StepKind(int increment) {
        this.increment = increment;
    }

    /** What a success adds to the version: one per changed slot. */
    public int increment() {
        return increment;
    }

    /** Is the destination a replica already? */
    public boolean movesUp() {
        return this == SHIFT_UP || this == SHIFT_UP_OVER || this == SHIFT_UP_AND_DOWN;
    }

    /** Does somebody give a slot to the destination? */
    public boolean hasSource() {
        return this != COPY && this != SHIFT_UP;
    }
}
