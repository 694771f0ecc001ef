package io.godwit.lab.link;

/**
 * The way from one place to another, in this direction only.
 *
 * @param from a member's index from 1, or {@link #CLIENT}
 * @param to a member's index, or {@link #CLIENT} for what clients hear
 */
public record Link(String from, String to) {
    /** Where all clients are. */
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
