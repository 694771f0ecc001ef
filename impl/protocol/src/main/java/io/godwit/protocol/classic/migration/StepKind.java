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
    SHIFT_DOWN(2);

    private final int increment;

    StepKind(int increment) {
        this.increment = increment;
    }

    /** What a success adds to the version: one per changed slot. */
    public int increment() {
        return increment;
    }

    /** Does somebody give a slot to the destination? */
    public boolean hasSource() {
        return this == MOVE || this == MOVE_BACKUP || this == SHIFT_DOWN;
    }
}
