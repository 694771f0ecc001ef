package io.godwit.lab.link;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** All links of a lab, whoever carries them. Thread-safe. */
public interface Links extends AutoCloseable {
    /**
     * Makes room for members; asked before anything else.
     *
     * @param members their names
     * @throws IOException if that cannot be done here
     */
    void open(List<String> members) throws IOException;

    /** Where a member has to listen. */
    String host(String member);

    /** With what a command has to begin that is to run at a member's place. */
    List<String> before(String member);

    /**
     * Where somebody has to dial to get to others over their links.
     *
     * @param from who dials
     * @param addresses of the others by name, {@code host:port}
     * @throws IOException if a link cannot be made
     * @return for an address where to dial instead; nothing for those that are dialled as they are
     */
    Map<String, String> via(String from, Map<String, String> addresses) throws IOException;

    /**
     * Changes a link, at once and for connections that are open, too.
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

    /** All links and what they do, in a steady order. */
    Map<Link, Condition> all();

    /** Ends all links, and the connections with them. */
    @Override
    void close();
}
