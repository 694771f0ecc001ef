package io.godwit.member.runtime;

import io.godwit.environment.Clock;
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
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A process that listens at h:2, and does what the test wants with those that connect to it. */
final class OtherProcess implements HandshakeHandler, Receiver {
    static final Bytes CLUSTER = Bytes.owning(new byte[16]);

    final MemoryTransport transport;
    final List<Hello> greetings = new ArrayList<>();
    final List<Frame> frames = new ArrayList<>();
    /** Connections that it has welcomed. */
    final List<Connection> connections = new ArrayList<>();
    /** Who it is. */
    Peer self = peer(2, 2);
    /** Whom it knows. */
    List<Peer> known = List.of();
    /** Refuses whoever looks for somebody in particular, if it is not null. */
    Refusal refusal;
    /** Whether it closes connections that it has just welcomed. */
    boolean closing;

    OtherProcess(MemoryTransport transport, Clock clock) throws IOException {
        this.transport = transport;
        new Connections(transport, clock, Limits.DEFAULT).listen("h", 2, new FrameCodec(1), this);
    }

    static Peer peer(int number, int port) {
        byte[] incarnation = new byte[16];
        incarnation[0] = (byte) number;
        return new Peer(number, Bytes.owning(incarnation), "h", port);
    }

    static Hello hello(Bytes expected) {
        return new Hello(
                Frame.WIRE_VERSION,
                Frame.Role.MEMBER,
                "c",
                MemberRuntime.PROTOCOL,
                MemberRuntime.GENERATION,
                1,
                Maps.all(1),
                CLUSTER,
                peer(1, 1),
                expected);
    }

    Connection last() {
        return connections.get(connections.size() - 1);
    }

    @Override
    public Decision greet(Connection connection, Hello hello) {
        greetings.add(hello);
        if (refusal != null && hello.expected().length() > 0) {
            return new Refuse(refusal);
        }
        connections.add(connection);
        if (closing) {
            connection.sendLast(welcome());
        }
        return new Accept(welcome(), this);
    }

    private Welcome welcome() {
        return new Welcome(self, CLUSTER, 1, Maps.all(1), 1, List.of(), known).with(Versions.ALL);
    }

    @Override
    public void refused(String remote, String why) {
        // The test has wanted it.
    }

    @Override
    public void received(Connection connection, Frame frame) {
        frames.add(frame);
    }

    @Override
    public void closed(Connection connection) {
        // The connection says so itself.
    }
}
