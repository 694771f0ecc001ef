package io.godwit.client.invocation;

import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;

/** Opens connections by {@link Connections}. */
public final class FrameConnector implements Connector {
    private final Connections connections;
    /** Understands all frames but those with registers, which no client gets. */
    private final FrameCodec codec = new FrameCodec(0);

    /** A connector. */
    public FrameConnector(Connections connections) {
        this.connections = connections;
    }

    private record OfConnection(Connection connection) implements Channel {
        @Override
        public boolean send(Frame frame) {
            return connection.send(frame);
        }

        @Override
        public boolean isOpen() {
            return connection.isOpen();
        }

        @Override
        public void close() {
            connection.close();
        }
    }

    @Override
    public void connect(Address address, Hello hello, Handler handler) {
        Receiver receiver = new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                handler.received(frame);
            }

            @Override
            public void closed(Connection connection) {
                handler.closed();
            }
        };
        Connections.Outcome outcome = new Connections.Outcome() {
            @Override
            public void welcomed(Connection connection, Welcome welcome) {
                handler.welcomed(new OfConnection(connection), welcome);
            }

            @Override
            public void failed(IOException cause, boolean nobodyListens) {
                handler.failed(cause);
            }
        };
        connections.connect(address.host(), address.port(), hello, codec, receiver, outcome);
    }
}
