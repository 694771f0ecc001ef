package io.godwit.lab.link;

/**
 * A link from one place to another, in one direction.
 *
 * @param from a member's index from 1, or {@link #CLIENT}
 * @param to a member's index, or {@link #CLIENT} for traffic to clients
 */
public record Link(String from, String to) {
    /** The place of all clients. */
    public static final String CLIENT = "client";

    /** The other direction. */
    public Link back() {
        return new Link(to, from);
    }

    @Override
    public String toString() {
        return from + "->" + to;
    }
}
