package io.godwit.transport.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.CertificateRole;
import io.godwit.environment.Credentials;
import io.godwit.environment.Transport;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Versions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both sides of a handshake, each against the other, and against a side that does something else. */
class HandshakeTest {
    private static final Limits LIMITS = new Limits(4_000, 2_000, 1 << 20, 5_000);
    private static final long PATIENCE = TimeUnit.MILLISECONDS.toNanos(LIMITS.patience());
    private static final Frame LARGE = new Frame.Refusal(Frame.Reason.NOT_READY, "x".repeat(3_000));

    private final MemoryTransport transport = new MemoryTransport();
    private final ManualClock clock = new ManualClock();
    private final Connections connections = new Connections(transport, clock, LIMITS);
    private final List<String> refusals = new ArrayList<>();
    private final List<Frame> atServer = new ArrayList<>();
    private final List<Frame> atClient = new ArrayList<>();
    private int serverClosed;
    private int clientClosed;
    private Connection welcomed;
    private Frame.Welcome welcome;
    private IOException failure;
    private boolean nobody;
    /** What a side has heard that is not one of ours. */
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

    private boolean hungUp;

    private final HandshakeHandler handler = new HandshakeHandler() {
        @Override
        public Decision greet(Connection connection, Frame.Hello hello) {
            if (!hello.clusterName().equals("c")) {
                return new Refuse(new Frame.Refusal(Frame.Reason.CLUSTER_NAME, "this is cluster c"));
            }
            return new Accept(EncodedFrames.WELCOME, new Receiver() {
                @Override
                public void received(Connection from, Frame frame) {
                    atServer.add(frame);
                }

                @Override
                public void closed(Connection from) {
                    serverClosed++;
                }
            });
        }

        @Override
        public void refused(String remote, String why) {
            refusals.add(remote + ": " + why);
        }
    };

    private final Receiver receiver = new Receiver() {
        @Override
        public void received(Connection connection, Frame frame) {
            atClient.add(frame);
        }

        @Override
        public void closed(Connection connection) {
            clientClosed++;
        }
    };

    private final Connections.Outcome outcome = new Connections.Outcome() {
        @Override
        public void welcomed(Connection connection, Frame.Welcome answer) {
            assertNull(welcomed);
            assertNull(failure);
            welcomed = connection;
            welcome = answer;
        }

        @Override
        public void failed(IOException cause, boolean nobodyListens) {
            assertNull(welcomed);
            assertNull(failure);
            failure = cause;
            nobody = nobodyListens;
        }
    };

    /** A side that says nothing by itself. */
    private final Transport.Handler other = new Transport.Handler() {
        @Override
        public void opened(Transport.Connection connection) {}

        @Override
        public void failed(boolean nobodyListens, IOException cause) {}

        @Override
        public void received(ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            heard.writeBytes(copy);
        }

        @Override
        public void closed(IOException cause) {
            hungUp = true;
        }
    };

    @BeforeEach
    void listen() throws IOException {
        connections.listen("a", 1, EncodedFrames.CODEC, handler);
    }

    private void connect(String cluster) {
        connections.connect(
                "a", 1, EncodedFrames.hello(Frame.WIRE_VERSION, cluster), EncodedFrames.CODEC, receiver, outcome);
        transport.executor.run();
    }

    /** Another side connects to a responder. */
    private MemoryTransport.Side responder() {
        transport.connect("a", 1, other);
        transport.executor.run();
        return transport.sides.get(1);
    }

    /** An initiator connects to another side. */
    private MemoryTransport.Side initiator() {
        transport.listen("a", 1, remote -> other);
        connect("c");
        return transport.sides.get(0);
    }

    @Test
    void processWhoseCertificateIsNoMembersGetsNoGreeting() {
        transport.listen("a", 1, remote -> other);
        connections.connect(
                "a", 1, EncodedFrames.hello(Frame.WIRE_VERSION, "c"), EncodedFrames.CODEC, receiver, outcome);
        transport.sides.get(0).credentials = new Credentials("CN=x", Set.of(CertificateRole.CLIENT));
        transport.executor.run();
        assertEquals("its certificate (CN=x) has the role client; member is needed", failure.getMessage());
        assertEquals(0, heard.size());
        assertTrue(hungUp);
    }

    private void arrive(MemoryTransport.Side at, byte[] bytes) {
        at.arrive(bytes);
        transport.executor.run();
    }

    private void arrive(MemoryTransport.Side at, Frame... frames) {
        arrive(at, EncodedFrames.bytes(List.of(frames)));
    }

    @Test
    void greetingIsWelcomed() {
        transport.maxChunk = 1;
        connect("c");
        assertEquals(EncodedFrames.WELCOME, welcome);
        assertEquals("a:1", welcomed.remote());
        assertEquals(0, clock.scheduled(), "timers of a handshake that is over");
        welcomed.send(LARGE);
        transport.executor.run();
        assertEquals(List.of(LARGE), atServer);
        welcomed.close();
        transport.executor.run();
        assertEquals(1, serverClosed);
        assertEquals(1, clientClosed);
        assertEquals(List.of(), refusals);
    }

    @Test
    void framesBehindTheWelcomeGoToTheReceiver() {
        arrive(initiator(), EncodedFrames.WELCOME, LARGE, new Frame.KeepAlive());
        assertEquals(EncodedFrames.WELCOME, welcome);
        assertEquals(List.of(LARGE, new Frame.KeepAlive()), atClient);
    }

    @Test
    void refusalSaysWhy() {
        connect("other");
        RefusedException refused = assertInstanceOf(RefusedException.class, failure);
        assertEquals(Frame.Reason.CLUSTER_NAME, refused.reason());
        assertEquals("this is cluster c", refused.getMessage());
        assertEquals(List.of("client: this is cluster c"), refusals);
        assertFalse(transport.sides.get(0).isOpen());
        assertEquals(0, serverClosed + clientClosed);
        assertEquals(0, clock.scheduled());
    }

    @Test
    void connectionIgnoresBytesAfterRefusedGreeting() {
        MemoryTransport.Side responder = responder();
        Frame.Hello hello = EncodedFrames.hello(Frame.WIRE_VERSION, "other");
        arrive(responder, hello, EncodedFrames.hello(Frame.WIRE_VERSION, "c"), hello);
        assertEquals(List.of("client: this is cluster c"), refusals);
    }

    @Test
    void refusalThatIsNotReadDoesNotKeepTheConnection() {
        MemoryTransport.Side responder = responder();
        transport.sides.get(0).reading(false);
        arrive(responder, EncodedFrames.hello(Frame.WIRE_VERSION, "other"));
        assertTrue(responder.isOpen());
        clock.advance(PATIENCE);
        transport.executor.run();
        assertFalse(responder.isOpen());
        assertEquals(List.of("client: this is cluster c"), refusals);
    }

    @Test
    void silenceOfAnInitiatorEndsItsConnection() {
        MemoryTransport.Side responder = responder();
        clock.advance(PATIENCE - 1);
        transport.executor.run();
        assertFalse(hungUp);
        assertTrue(responder.isOpen());
        clock.advance(1);
        transport.executor.run();
        assertTrue(hungUp);
        assertEquals(List.of("client: no Hello in time"), refusals);
        assertEquals(0, serverClosed);
    }

    @Test
    void silenceOfAResponderIsAFailure() {
        initiator();
        clock.advance(PATIENCE - 1);
        transport.executor.run();
        assertNull(failure);
        clock.advance(1);
        transport.executor.run();
        assertEquals("no answer to the greeting", failure.getMessage());
        assertTrue(hungUp);
        assertEquals(0, clock.scheduled());
    }

    @Test
    void connectionThatClosesBeforeTheAnswerIsAFailure() {
        MemoryTransport.Side initiator = initiator();
        initiator.close();
        transport.executor.run();
        assertTrue(failure.getMessage().startsWith("closed before the greeting was answered"), failure.getMessage());
        assertFalse(nobody);
        assertEquals(0, clientClosed);
        assertEquals(0, clock.scheduled());
    }

    @Test
    void connectionThatBreaksBeforeTheAnswerFailsByItsCause() {
        MemoryTransport.Side initiator = initiator();
        initiator.fail(new IOException("reset"));
        transport.executor.run();
        assertEquals("reset", failure.getMessage());
    }

    @Test
    void connectionThatBreaksIsToldOfAtTheResponder() {
        connect("c");
        transport.sides.get(1).fail(new IOException("reset"));
        transport.executor.run();
        assertEquals(List.of("client: reset"), refusals);
        assertEquals(1, serverClosed);
        assertEquals(1, clientClosed);
    }

    @Test
    void addressWithoutAProcessIsCalledSo() throws IOException {
        connections.listen("a", 1, EncodedFrames.CODEC, handler).close();
        connect("c");
        assertEquals("nobody listens", failure.getMessage());
        assertTrue(nobody);
    }

    @Test
    void anotherFirstFrameEndsTheConnection() {
        arrive(responder(), new Frame.KeepAlive(), EncodedFrames.hello(Frame.WIRE_VERSION, "c"));
        assertEquals(List.of("client: the first frame is KeepAlive"), refusals);
        assertTrue(hungUp);
        assertEquals(0, heard.size());
    }

    @Test
    void welcomeOfOtherVersionsIsAFailure() {
        arrive(initiator(), EncodedFrames.WELCOME.with(new Versions(Frame.WIRE_VERSION + 1, Frame.WIRE_VERSION + 2)));
        assertEquals(
                "wire format 7; the other side speaks 8 to 9: start a newer version of the program there",
                failure.getMessage());
        assertTrue(hungUp);
        assertNull(welcomed);
    }

    @Test
    void anotherAnswerIsAFailure() {
        arrive(initiator(), new Frame.KeepAlive(), EncodedFrames.WELCOME);
        assertEquals("the first frame is KeepAlive", failure.getMessage());
        assertTrue(hungUp);
    }

    @Test
    void firstFrameHasASmallerLimit() {
        arrive(responder(), LARGE);
        assertTrue(refusals.get(0).endsWith("the limit is 2000"), refusals.get(0));
        assertTrue(hungUp);
    }

    @Test
    void answerHasASmallerLimit() {
        arrive(initiator(), LARGE);
        assertTrue(failure.getMessage().endsWith("the limit is 2000"), failure.getMessage());
        assertTrue(hungUp);
    }

    @Test
    void damagedFrameEndsTheConnectionAndIsCounted() {
        MemoryTransport.Side responder = responder();
        arrive(responder, EncodedFrames.hello(Frame.WIRE_VERSION, "c"), new Frame.KeepAlive());
        byte[] bad = EncodedFrames.bytes(new Frame.TableRequest(1));
        bad[bad.length - 1] ^= 1;
        arrive(responder, EncodedFrames.join(bad, EncodedFrames.bytes(new Frame.KeepAlive())));
        assertEquals(List.of(new Frame.KeepAlive()), atServer);
        assertEquals(1, refusals.size());
        assertTrue(refusals.get(0).contains(" has the checksum "), refusals.get(0));
        assertEquals(1, serverClosed);
        assertTrue(hungUp);
    }

    @Test
    void damagedFrameAtTheInitiatorEndsTheConnection() {
        MemoryTransport.Side initiator = initiator();
        arrive(initiator, EncodedFrames.WELCOME);
        byte[] bad = EncodedFrames.bytes(new Frame.TableRequest(1));
        bad[bad.length - 1] ^= 1;
        arrive(initiator, EncodedFrames.join(bad, EncodedFrames.bytes(new Frame.KeepAlive())));
        assertEquals(List.of(), atClient);
        assertEquals(1, clientClosed);
        assertNull(failure);
        assertTrue(hungUp);
    }

    @Test
    void processOfAnOlderWireFormatIsRefusedAsItUnderstands() {
        arrive(responder(), EncodedFrames.old(EncodedFrames.payload(EncodedFrames.hello(2, "c"))));
        Frame refusal =
                new Frame.Refusal(Frame.Reason.WIRE_VERSION, "wire format 2; this process speaks " + Versions.ALL);
        assertArrayEquals(EncodedFrames.old(EncodedFrames.payload(refusal)), heard.toByteArray());
        assertEquals(List.of("client: wire format 2; this process speaks " + Versions.ALL), refusals);
        assertTrue(hungUp);
        assertEquals(0, serverClosed);
    }

    @Test
    void responderThatDoesNotUnderstandTheGreetingIsAFailure() {
        MemoryTransport.Side initiator = initiator();
        // A process of wire format 2 closes: to it the greeting is no message.
        transport.sides.get(1).close();
        transport.executor.run();
        assertTrue(failure.getMessage().contains("speaks another wire format"), failure.getMessage());
        assertFalse(initiator.isOpen());
    }

    @Test
    void acceptedConnectionThatNeverOpensIsToldOf() {
        Responder responder = new Responder(clock, EncodedFrames.CODEC, LIMITS, handler, "b:2");
        responder.failed(false, new IOException("no TLS"));
        assertEquals(List.of("b:2: no TLS"), refusals);
    }
}
