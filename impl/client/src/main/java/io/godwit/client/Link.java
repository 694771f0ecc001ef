package io.godwit.client;

import io.godwit.transport.frame.Frame;
import io.godwit.transport.net.Connection;
import java.util.concurrent.TimeUnit;

/** The connection with one member, while there is one. Belongs to the client's thread. */
final class Link {
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(100);

    private final Address address;
    private Connection connection;
    private boolean dialling;
    /** When the last connection, or attempt to get one, was over. */
    private long closedAt;

    private boolean failed;

    Link(Address address) {
        this.address = address;
    }

    Address address() {
        return address;
    }

    boolean isOpen() {
        return connection != null && connection.isOpen();
    }

    boolean isDialling() {
        return dialling;
    }

    void dialling() {
        dialling = true;
    }

    void opened(Connection opened) {
        dialling = false;
        failed = false;
        connection = opened;
    }

    /** An attempt to get a connection is over. */
    void closed(long now) {
        dialling = false;
        lost(now);
    }

    /** The connection is over. Somebody may have seen that before and dial already. */
    void lost(long now) {
        connection = null;
        failed = true;
        closedAt = now;
    }

    /** Was it closed a moment ago, and nobody has tried since then to open it? */
    boolean isGone(long now) {
        return failed && now - closedAt < PATIENCE;
    }

    boolean isOf(Connection other) {
        return connection == other;
    }

    boolean send(Frame frame) {
        return isOpen() && connection.send(frame);
    }

    void close() {
        if (connection != null) {
            connection.close();
        }
    }
}
