package io.godwit.transport.net;

import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Welcome;
import java.net.SocketAddress;

/** Who decides about connections that come in. Called by the connection's thread, which must not wait. */
public interface Door {
    /** What becomes of a connection. */
    sealed interface Decision {}

    /**
     * It is welcome.
     *
     * @param welcome the answer
     * @param receiver who takes what comes in
     */
    record Open(Welcome welcome, Receiver receiver) implements Decision {}

    /** It is not. */
    record Shut(Refusal refusal) implements Decision {}

    /** Somebody has opened a connection and has said who it is. */
    Decision greet(Connection connection, Hello hello);

    /**
     * A connection was closed because of what came in on it, or because it was refused.
     *
     * @param remote whose it was; null if that is not known any more
     * @param why for people
     */
    void refused(SocketAddress remote, String why);
}
