package io.godwit.transport.connection;

import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Welcome;

/** Decides whether connections are accepted. Called by tasks of the connection's executor, which must not block. */
public interface HandshakeHandler {
    /** Whether a connection is accepted. */
    sealed interface Decision {}

    /**
     * It is accepted.
     *
     * @param welcome the answer
     * @param receiver takes the frames that follow
     */
    record Accept(Welcome welcome, Receiver receiver) implements Decision {}

    /** It is refused. */
    record Refuse(Refusal refusal) implements Decision {}

    /** Handles the greeting of the other side. */
    Decision greet(Connection connection, Hello hello);

    /**
     * A connection was closed because of what was received on it, because it was refused, or because it broke.
     *
     * @param remote address of the other side
     * @param why for people
     */
    void refused(String remote, String why);
}
