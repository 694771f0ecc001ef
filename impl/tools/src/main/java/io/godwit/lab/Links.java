package io.godwit.lab;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** All links of a lab. Thread-safe. */
public interface Links extends AutoCloseable {
    /**
     * Prepares links for members; called first.
     *
     * @param members their names
     * @throws IOException if that cannot be done here
     */
    void open(List<String> members) throws IOException;

    /** The host at which a member has to listen. */
    String host(String member);

    /** The prefix of commands that run at a member's place. */
    List<String> before(String member);

    /**
     * The addresses to dial in order to reach others over their links.
     *
     * @param from the dialling place
     * @param addresses of the others by name, {@code host:port}
     * @throws IOException if a link cannot be made
     * @return for an address where to dial instead; nothing for those that are dialled as they are
     */
    Map<String, String> via(String from, Map<String, String> addresses) throws IOException;

    /** Whether links lead to addresses: a member that may come back at another one needs links to both from the start. */
    boolean leadToAddresses();

    /**
     * Changes a link immediately, for open connections, too.
     *
     * @throws IllegalArgumentException if there is no such link
     */
    void set(Link link, Condition condition);

    /**
     * Resets all connections that use a link. New ones may be opened at once.
     *
     * @throws IllegalArgumentException if there is no such link
     */
    void reset(Link link);

    /** All links and their conditions, in a stable order. */
    Map<Link, Condition> all();

    /** Closes all links and their connections. */
    @Override
    void close();

    /**
     * A link from one place to another, in one direction.
     *
     * @param from a member's index from 1, or {@link #CLIENT}
     * @param to a member's index, or {@link #CLIENT} for traffic to clients
     */
    record Link(String from, String to) {
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
}
