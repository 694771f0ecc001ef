package io.godwit.protocol.classic.run;

/**
 * Something that a member waits for.
 *
 * @param what for what
 * @param rounds how many rounds it has been waiting
 */
public record Aged(Object what, int rounds) {
    /** One round later; from the beginning when it waits for something else now. */
    static Aged next(Aged before, Object now) {
        return before != null && before.what().equals(now) ? new Aged(now, before.rounds() + 1) : new Aged(now, 0);
    }
}
