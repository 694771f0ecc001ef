package io.godwit.client.invocation;

import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;

/** Opens connections that carry frames. */
public interface Connector {
    /** Opens a connection and exchanges greetings. The handler hears of the outcome. */
    void connect(Address address, Hello hello, Handler handler);

    /** An open connection. */
    interface Channel {
        /**
         * Sends a frame.
         *
         * @return false if the frame was dropped: the connection is closed, or too much waits to be sent
         */
        boolean send(Frame frame);

        /** Whether neither side has closed it, as far as is known here. */
        boolean isOpen();

        /** Closes it. */
        void close();
    }

    /** Callbacks of one attempt to connect, and of its connection. Any thread may call; no method blocks. */
    interface Handler {
        /** The other side has welcomed this one. */
        void welcomed(Channel channel, Welcome welcome);

        /**
         * There is no connection; no other call follows.
         *
         * @param cause for people; a {@link io.godwit.transport.connection.RefusedException} if the other side has said why
         */
        void failed(IOException cause);

        /** A frame has arrived, after the welcome. */
        void received(Frame frame);

        /** The connection is closed; no other call follows. */
        void closed();
    }
}
