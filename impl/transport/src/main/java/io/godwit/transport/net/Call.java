package io.godwit.transport.net;

import io.godwit.transport.frame.Frame.Welcome;

/**
 * A connection that was opened and welcomed.
 *
 * @param connection the connection
 * @param welcome what the other end said
 */
public record Call(Connection connection, Welcome welcome) {}
