package io.godwit.protocol.planner;

/** A way to take one replica of a role from one member and to give it to another. */
interface Exchange {
    /** Collects the members that could get a replica of the role from {@code from}. */
    void reach(int role, int from, VisitedMembers reached);

    /** Gives one replica of the role from one member to another, if that is still possible. */
    void move(int role, int from, int to);
}
