package io.godwit.member.runtime;

import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;

/** What a member sends to another one goes here. While there is no connection it is lost. */
final class PeerLink {
    private static final long LEAST_PAUSE = 50_000_000;
    private static final long MOST_PAUSE = 1_000_000_000;

    private final Peer peer;
    private volatile Connection connection;
    private boolean dialling;
    private long pause = LEAST_PAUSE;
    private long next;

    PeerLink(Peer peer, long now) {
        this.peer = peer;
        this.next = now;
    }

    Peer peer() {
        return peer;
    }

    /** Sends, or loses; any thread may. */
    boolean send(Frame frame) {
        Connection to = connection;
        return to != null && to.send(frame);
    }

    boolean isOpen() {
        Connection to = connection;
        return to != null && to.isOpen();
    }

    /** Is it time to try to connect? */
    boolean isDue(long now) {
        return !dialling && !isOpen() && now - next >= 0;
    }

    void dialling() {
        dialling = true;
    }

    void opened(Connection opened) {
        dialling = false;
        connection = opened;
        pause = LEAST_PAUSE;
    }

    /** A connection is over. It may be one that was given up for another one before. */
    void closed(Connection over, long now) {
        if (connection == over) {
            closed(now);
        }
    }

    /** It did not work, or is over. */
    void closed(long now) {
        dialling = false;
        connection = null;
        next = now + pause;
        pause = Math.min(MOST_PAUSE, pause * 2);
    }

    void close() {
        Connection to = connection;
        if (to != null) {
            to.close();
        }
    }
}
