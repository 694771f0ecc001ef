package io.godwit.transport.connection;

import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Welcome;

/** Decides about connections that others open. Called by tasks of the connection's executor, which must not wait. */
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

    /** The other side has said what it is. */
    Decision greet(Connection connection, Hello hello);

    /**
     * A connection was closed because of what was received on it, because it was refused, or because it broke.
     *
     * @param remote address of the other side
     * @param why for people
     */
    void refused(String remote, String why);
}
