package io.godwit.transport.net;

import io.godwit.transport.frame.Frame;

/** Who takes what comes in on a connection. Called by the connection's thread, which must not wait. */
public interface Receiver {
    /** A frame has come. */
    void received(Connection connection, Frame frame);

    /** The connection is closed; nothing comes any more. */
    void closed(Connection connection);
}
