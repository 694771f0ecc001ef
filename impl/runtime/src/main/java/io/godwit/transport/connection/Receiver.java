package io.godwit.transport.connection;

import io.godwit.transport.frame.Frame;

/** Takes the frames of a connection. Called by tasks of the connection's executor, which must not block. */
public interface Receiver {
    /** A frame has arrived. */
    void received(Connection connection, Frame frame);

    /** The connection is closed; no other call follows. */
    void closed(Connection connection);
}
