package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.HandshakeHandler;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.MemoryTransport;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A connector and a member that welcomes everybody. */
class FrameConnectorTest implements HandshakeHandler, Receiver, Connector.Handler {
    private static final Peer MEMBER = new Peer(1, Bytes.EMPTY, "h", 1);
    private static final Welcome WELCOME =
            new Welcome(MEMBER, Bytes.EMPTY, 1, Maps.all(0), 1, List.of(MEMBER), List.of(MEMBER)).with(Versions.ALL);

    private final ManualEnvironment environment = new ManualEnvironment(1, 0);
    private final Connections connections =
            new Connections(new MemoryTransport(environment), environment, Limits.DEFAULT);
    private final List<String> heard = new ArrayList<>();
    private Connection accepted;
    private Connector.Channel channel;

    @BeforeEach
    void listen() throws IOException {
        connections.listen("h", 1, new FrameCodec(1), this);
    }

    private void connect(int port) {
        Hello hello = new Hello(
                Frame.WIRE_VERSION, Frame.Role.CLIENT, "c", "quorum", 1, 0, null, Bytes.EMPTY, MEMBER, Bytes.EMPTY);
        new FrameConnector(connections).connect(new Address("h", port), hello, this);
        environment.run();
    }

    @Test
    void framesGoBothWaysUntilTheChannelIsClosed() {
        connect(1);
        assertEquals(List.of("welcomed by 1"), heard);
        assertTrue(channel.isOpen());
        assertTrue(channel.send(new Frame.TableRequest(4)));
        environment.run();
        accepted.send(new Frame.KeepAlive(true, false));
        environment.run();
        channel.close();
        environment.run();
        assertFalse(channel.isOpen());
        assertFalse(channel.send(new Frame.TableRequest(5)));
        assertEquals(
                List.of(
                        "welcomed by 1",
                        "member received TableRequest[stamp=4]",
                        "client received KeepAlive[full=true, heapOnly=false]",
                        "closed"),
                heard);
    }

    @Test
    void failureIsTold() {
        connect(2);
        assertEquals(List.of("failed: nobody listens"), heard);
    }

    @Override
    public Decision greet(Connection connection, Hello hello) {
        accepted = connection;
        return new Accept(WELCOME, this);
    }

    @Override
    public void refused(String remote, String why) {
        throw new IllegalStateException(why);
    }

    @Override
    public void received(Connection connection, Frame frame) {
        heard.add("member received " + frame);
    }

    @Override
    public void closed(Connection connection) {
        // The client hears of it.
    }

    @Override
    public void welcomed(Connector.Channel opened, Welcome welcome) {
        channel = opened;
        heard.add("welcomed by " + welcome.self().number());
    }

    @Override
    public void failed(IOException cause) {
        heard.add("failed: " + cause.getMessage());
    }

    @Override
    public void received(Frame frame) {
        heard.add("client received " + frame);
    }

    @Override
    public void closed() {
        heard.add("closed");
    }
}
