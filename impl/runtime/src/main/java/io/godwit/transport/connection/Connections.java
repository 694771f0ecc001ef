package io.godwit.transport.connection;

import io.godwit.environment.Clock;
import io.godwit.environment.Transport;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;

/** Opens and accepts connections that carry frames, with a handshake. Any thread may call. */
public final class Connections {
    private final Transport transport;
    private final Clock clock;
    private final Limits limits;

    /**
     * Connections over a transport.
     *
     * @param clock for time-outs of handshakes
     * @param limits of each connection
     */
    public Connections(Transport transport, Clock clock, Limits limits) {
        this.transport = transport;
        this.clock = clock;
        this.limits = limits;
    }

    /** Receives the outcome of an attempt to connect: one call, by any thread, which must not block. */
    public interface Outcome {
        /** The other side has welcomed this one. Frames that follow go to the receiver. */
        void welcomed(Connection connection, Welcome welcome);

        /**
         * There is no connection.
         *
         * @param cause for people; a {@link RefusedException} if the other side has said why
         * @param nobodyListens whether the other machine has said that no process listens at that address
         */
        void failed(IOException cause, boolean nobodyListens);
    }

    /**
     * Listens until the listener is closed.
     *
     * @param host address to listen at
     * @param port 0 for any that is free
     * @param codec reads and writes frames
     * @param handler decides which connections are accepted
     * @throws IOException if that port cannot be had
     */
    public Transport.Listener listen(String host, int port, FrameCodec codec, HandshakeHandler handler)
            throws IOException {
        return transport.listen(host, port, remote -> new Responder(clock, codec, limits, handler, remote));
    }

    /**
     * Opens a connection and greets.
     *
     * @param receiver takes frames that arrive after the welcome
     */
    public void connect(String host, int port, Hello hello, FrameCodec codec, Receiver receiver, Outcome outcome) {
        transport.connect(host, port, new Initiator(clock, codec, limits, hello, receiver, outcome));
    }
}
