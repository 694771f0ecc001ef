package io.godwit.member.runtime;

import static io.godwit.member.runtime.OtherProcess.peer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.MemoryTransport;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The connection of member 1 to the process at h:2, which it takes for member 2. */
class PeerConnectionsTest {
    private static final Peer SELF = peer(1, 1);
    private static final Peer TWO = peer(2, 2);

    private final ManualEnvironment environment = new ManualEnvironment(1, 0);
    private final MemoryTransport transport = new MemoryTransport(environment);
    private final EventLoop loop = new EventLoop(environment, environment);
    private final PeerRegistry registry = new PeerRegistry(SELF);
    /** Who has to refuse this process for a majority. */
    private MemberSet majority = MemberSet.of(2);

    private final List<Integer> gone = new ArrayList<>();
    private final PeerConnections connections = new PeerConnections(
            loop,
            environment,
            new Connections(transport, environment, Limits.DEFAULT),
            new FrameCodec(1),
            registry,
            OtherProcess::hello,
            members -> members.equals(majority),
            limit -> {},
            gone::add);
    private OtherProcess other;

    @BeforeEach
    void listen() throws IOException {
        other = new OtherProcess(transport.another(), environment);
        registry.learn(TWO);
        loop.start();
        environment.run();
    }

    private void maintain() {
        connections.maintain();
        environment.run();
    }

    private boolean isOpen() {
        return connections.to(2).isOpen();
    }

    @Test
    void bothSidesTellWhomTheyKnow() {
        other.known = List.of(TWO, peer(3, 3));
        maintain();
        assertTrue(isOpen());
        assertEquals(List.of(OtherProcess.hello(TWO.incarnation())), other.greetings);
        assertEquals(List.of(SELF, TWO, peer(3, 3)), registry.all());
        assertEquals(List.of(new Frame.Peers(registry.all())), other.frames);
        assertEquals(1, connections.all().size());
        maintain();
        assertEquals(2, connections.all().size());
        assertNull(connections.to(4));
    }

    @Test
    void connectionOfAnOlderVersionIsClosed() {
        maintain();
        connections.closeBelow(Frame.WIRE_VERSION);
        environment.run();
        assertTrue(isOpen());
        connections.closeBelow(Frame.WIRE_VERSION + 1);
        environment.run();
        assertFalse(isOpen());
    }

    @Test
    void oneAttemptAtATime() {
        connections.maintain();
        connections.maintain();
        environment.run();
        connections.maintain();
        environment.run();
        assertEquals(1, other.greetings.size());
    }

    /** One that was open for more than a second. */
    @Test
    void connectionThatIsClosedIsReplaced() {
        maintain();
        environment.pass(1_001);
        other.last().close();
        environment.run();
        assertEquals(2, other.greetings.size());
        assertTrue(isOpen());
    }

    @Test
    void connectionThatDidNotLastIsReplacedAfterAPause() {
        maintain();
        environment.pass(1_000);
        other.last().close();
        environment.run();
        assertFalse(isOpen());
        environment.pass(49);
        maintain();
        assertEquals(1, other.greetings.size());
        environment.pass(1);
        maintain();
        assertTrue(isOpen());
    }

    @Test
    void openedConnectionReceivesNoMessages() {
        maintain();
        other.last().send(new Frame.KeepAlive());
        environment.run();
        assertFalse(other.last().isOpen());
        assertFalse(isOpen());
    }

    @Test
    void connectionThatIsClosedBeforeItIsUsedIsTriedAgain() {
        other.closing = true;
        maintain();
        assertFalse(isOpen());
        other.closing = false;
        environment.pass(50);
        maintain();
        assertEquals(2, other.greetings.size());
        assertTrue(isOpen());
    }

    @Test
    void connectionOfAMemberThatWasReplacedIsClosed() {
        maintain();
        registry.learn(peer(5, 2));
        connections.maintain();
        assertFalse(other.last().isOpen());
        assertNull(connections.to(2));
        environment.run();
        assertEquals(OtherProcess.hello(peer(5, 2).incarnation()), other.greetings.get(1));
        assertEquals(2, other.greetings.size());
        assertTrue(connections.to(5).isOpen());
    }

    /** The welcome comes when another member has taken the address. */
    @Test
    void lateWelcomeIsOfNoUse() {
        connections.maintain();
        registry.learn(peer(5, 2));
        connections.maintain();
        environment.run();
        assertEquals(2, other.connections.size());
        assertFalse(other.connections.get(0).isOpen());
        assertTrue(other.connections.get(1).isOpen());
        assertEquals(1, other.frames.size());
    }

    /** Members that know only earlier processes at each other's addresses would never meet. */
    @Test
    void memberAtReusedAddressIsAsked() {
        other.self = peer(5, 2);
        other.known = List.of(peer(6, 6));
        other.refusal = new Refusal(Reason.INCARNATION, "gone");
        maintain();
        assertEquals(List.of(OtherProcess.hello(TWO.incarnation()), OtherProcess.hello(Bytes.EMPTY)), other.greetings);
        assertEquals(List.of(SELF, peer(5, 2), peer(6, 6)), registry.all());
        assertFalse(other.last().isOpen());
        assertEquals(List.of(), gone);
    }

    @Test
    void peerThatRefusesForAnotherReasonIsNotAsked() {
        other.refusal = new Refusal(Reason.NOT_READY, "not yet");
        maintain();
        assertEquals(1, other.greetings.size());
        assertEquals(List.of(SELF, TWO), registry.all());
    }

    @Test
    void processEndsThatAMajorityRefusesAsACopy() {
        other.refusal = new Refusal(Reason.COPY, "run 1");
        IllegalStateException failure = assertThrows(IllegalStateException.class, this::maintain);
        assertInstanceOf(CopyException.class, failure.getCause());
    }

    @Test
    void processGoesOnThatOneMemberRefusesAsACopy() {
        majority = MemberSet.of(2, 3);
        other.refusal = new Refusal(Reason.COPY, "run 1");
        maintain();
        assertFalse(isOpen());
        assertEquals(1, other.greetings.size());
    }

    @Test
    void refusedConnectionMeansEndedProcess() {
        other.transport.end();
        maintain();
        assertEquals(List.of(2), gone);
        environment.pass(50);
        connections.accepted(2);
        maintain();
        assertEquals(List.of(2), gone, "it has a connection here");
    }

    /** The last connection that a member has opened is closed: it is time to see whether it is there. */
    @Test
    void peerWithoutConnectionIsDialledAtOnce() {
        other.transport.end();
        connections.accepted(2);
        connections.accepted(2);
        maintain();
        connections.ended(2);
        environment.run();
        assertEquals(List.of(), gone);
        connections.ended(2);
        environment.run();
        assertEquals(List.of(2), gone);
        connections.accepted(9);
        connections.ended(9);
        assertNull(connections.to(9));
    }

    @Test
    void memberWithoutClusterTakesNoFrames() {
        RecordedConnection seeker = new RecordedConnection(1);
        PeerConnections.CLOSING.received(seeker.connection(), new Frame.KeepAlive());
        assertFalse(seeker.connection().isOpen());
    }
}
