package io.godwit.transport.frame;

/**
 * A process of a durable member, {@code run} in {@code MemberRuns}. Of a member without a directory it is {@link #NONE}: each of its processes is
 * another member.
 *
 * @param number the directory keeps it, and each start raises it; from 1
 * @param nonce random, drawn by the process
 * @param moved the nonce of the process that has moved the member to where it is; 0 if it was always there
 */
public record Run(int number, long nonce, long moved) {
    /** No run of a durable member. */
    public static final Run NONE = new Run(0, 0, 0);

    /** Refuses negative numbers. */
    public Run {
        if (number < 0) {
            throw new IllegalArgumentException("run " + number);
        }
    }

    /** Whether it is a run of a durable member. */
    public boolean isDurable() {
        return number > 0;
    }

    /** Whether both are the same process. */
    public boolean isSameProcess(Run other) {
        return number == other.number && nonce == other.nonce;
    }

    /** Whether this process moves the member. */
    public boolean moves() {
        return moved == nonce;
    }

    /** The same process, which moves the member. */
    public Run moving() {
        return new Run(number, nonce, nonce);
    }
}
