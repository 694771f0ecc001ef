package io.godwit.client;

import io.godwit.transport.frame.Frame;
import io.godwit.transport.net.Connection;

/** The connection with one member, while there is one. Belongs to the client's thread. */
final class Link {
    private final Address address;
    private Connection connection;
    private boolean dialling;

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
        connection = opened;
    }

    /** The connection, or the attempt to get one, is over. */
    void closed() {
        dialling = false;
        connection = null;
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
