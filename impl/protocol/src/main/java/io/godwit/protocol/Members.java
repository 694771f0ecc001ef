package io.godwit.protocol;

/**
 * A member is a positive number, and is one incarnation of a process: whoever starts again without its memory is another
 * member with another number, greater than any before.
 */
public final class Members {
    /** Nobody; {@code None} in the specification. */
    public static final int NONE = 0;

    /** All members but the sender. */
    public static final int EVERYBODY = -1;

    private Members() {}
}
