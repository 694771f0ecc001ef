package io.godwit.transport.net;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;
import java.util.concurrent.CompletionException;

/** Opens connections that carry frames: connects and exchanges greetings. Any thread may call. */
public final class Connections {
    private final Network network;

    /** Connections over this network. */
    public Connections(Network network) {
        this.network = network;
    }

    /** Hears what comes of an attempt to connect: one call, by any thread, which must not wait. */
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
     * Opens a connection and greets.
     *
     * @param receiver takes frames that come in after the welcome
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the outcome hears of it
    public void connect(String host, int port, Hello hello, FrameCodec codec, Receiver receiver, Outcome outcome) {
        network.dial(host, port, hello, codec, receiver).whenComplete((call, failure) -> {
            if (failure == null) {
                outcome.welcomed(call.connection(), call.welcome());
            } else {
                Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                outcome.failed(
                        cause instanceof IOException io ? io : new IOException(cause.getMessage(), cause),
                        network.isNobodyThere(host, port, cause));
            }
        });
    }
}
