package io.godwit.protocol.planner;

import java.util.Arrays;

/** Members found in a search, in the order in which they were found. */
final class VisitedMembers {
    private static final int NOT_REACHED = -1;

    private final int[] parent;
    private final int[] found;
    private int size;
    private int goal;

    VisitedMembers(int members) {
        parent = new int[members];
        found = new int[members];
    }

    /** Begins a search for a member. */
    void search(int wanted) {
        Arrays.fill(parent, NOT_REACHED);
        size = 0;
        goal = wanted;
    }

    /** Finds a member by way of another, or by way of itself when the search begins at it; the first way counts. */
    void add(int member, int by) {
        if (!contains(member)) {
            parent[member] = by;
            found[size++] = member;
        }
    }

    boolean contains(int member) {
        return parent[member] != NOT_REACHED;
    }

    /** The member that is looked for. */
    int goal() {
        return goal;
    }

    /** Has the one that was wanted been found? */
    boolean enough() {
        return contains(goal);
    }

    int size() {
        return size;
    }

    int get(int i) {
        return found[i];
    }

    /** The member by way of which this one was found; itself where the search began. */
    int parent(int member) {
        return parent[member];
    }
}
