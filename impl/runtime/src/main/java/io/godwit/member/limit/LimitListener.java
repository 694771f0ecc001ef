package io.godwit.member.limit;

/** Hears of the limits that a member reaches. Calls come from any of the member's threads and must not wait. */
public interface LimitListener {
    /** A limit is reached, or is not reached any more. */
    void reached(Limit limit);
}
