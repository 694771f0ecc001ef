package io.godwit.transport.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NetworkTest {
    private static final String HOST = "127.0.0.1";

    private final FrameCodec codec = new FrameCodec(Samples.PARTITIONS);
    private final BlockingQueue<Frame> atServer = new LinkedBlockingQueue<>();
    private final BlockingQueue<Frame> atClient = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> refusals = new LinkedBlockingQueue<>();
    private final BlockingQueue<Connection> ended = new LinkedBlockingQueue<>();
    private final CompletableFuture<Connection> serverSide = new CompletableFuture<>();
    private final java.util.ArrayDeque<AutoCloseable> open = new java.util.ArrayDeque<>();

    private final Receiver client = new Receiver() {
        @Override
        public void received(Connection connection, Frame frame) {
            atClient.add(frame);
        }

        @Override
        public void closed(Connection connection) {
            ended.add(connection);
        }
    };

    /** Welcomes the cluster "c" and answers nothing by itself. */
    private final Door door = new Door() {
        @Override
        public Decision greet(Connection connection, Frame.Hello hello) {
            if (!hello.clusterName().equals("c")) {
                return new Shut(new Frame.Refusal(Frame.Reason.CLUSTER_NAME, "this is cluster c"));
            }
            serverSide.complete(connection);
            Frame.Welcome welcome = new Frame.Welcome(
                    Samples.PEER, Samples.IDENTITY, Samples.PARTITIONS, Samples.MAPS, 1, List.of(), List.of());
            return new Open(welcome, new Receiver() {
                @Override
                public void received(Connection from, Frame frame) {
                    atServer.add(frame);
                }

                @Override
                public void closed(Connection from) {
                    ended.add(from);
                }
            });
        }

        @Override
        public void refused(SocketAddress remote, String why) {
            refusals.add(why);
        }
    };

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private Network network(Limits limits, Tls tls) {
        Network network = new Network("test", 1, limits, tls, Map.of());
        open.push(network);
        return network;
    }

    private int listen(Limits limits, Tls tls) throws IOException {
        Network.Listener listener = network(limits, tls).listen(HOST, 0, codec, door);
        open.push(listener);
        return listener.port();
    }

    private static Frame.Hello hello(String cluster) {
        return new Frame.Hello(
                Frame.WIRE_VERSION,
                Frame.Role.CLIENT,
                cluster,
                "quorum",
                1,
                0,
                null,
                Bytes.EMPTY,
                Peer.NOBODY,
                Bytes.EMPTY);
    }

    private Call dial(int port, Tls tls, String cluster) throws Throwable {
        try {
            return network(Limits.DEFAULT, tls)
                    .dial(HOST, port, hello(cluster), codec, client)
                    .get(30, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(30, TimeUnit.SECONDS);
        assertNotNull(next, "nothing came");
        return next;
    }

    @Test
    void carriesFramesBothWays() throws Throwable {
        Call call = dial(listen(Limits.DEFAULT, null), null, "c");
        assertEquals(Samples.IDENTITY, call.welcome().cluster());
        for (Frame frame : Samples.frames()) {
            assertTrue(call.connection().send(frame));
            assertEquals(frame, next(atServer));
            assertTrue(serverSide.get().send(frame));
            assertEquals(frame, next(atClient));
        }
        call.connection().close();
        next(ended);
        next(ended);
        assertFalse(call.connection().isOpen());
        assertFalse(call.connection().send(new Frame.Beat()));
    }

    @Test
    void carriesTheLargestValue() throws Throwable {
        Call call = dial(listen(Limits.DEFAULT, null), null, "c");
        Bytes large = Bytes.owning(new byte[16 << 20]);
        Frame frame = new Frame.Answer(1, 1, new io.godwit.protocol.map.Result.Found(List.of(large)));
        assertTrue(call.connection().send(frame));
        assertEquals(frame, next(atServer));
    }

    @Test
    void saysWhyItRefuses() throws Throwable {
        int port = listen(Limits.DEFAULT, null);
        RefusedException refused = assertThrows(RefusedException.class, () -> dial(port, null, "other"));
        assertEquals(Frame.Reason.CLUSTER_NAME, refused.reason());
        assertEquals("this is cluster c", refused.getMessage());
        assertEquals("this is cluster c", next(refusals));
    }

    @Test
    void nobodyThereIsAnError() throws Throwable {
        int port = listen(Limits.DEFAULT, null);
        open.pop().close();
        assertInstanceOf(IOException.class, assertThrows(Exception.class, () -> dial(port, null, "c")));
    }

    @Test
    void aHostThatNobodyKnowsIsCalledSo() {
        ExecutionException failure = assertThrows(ExecutionException.class, () -> network(Limits.DEFAULT, null)
                .dial("nowhere.invalid", 1, hello("c"), codec, client)
                .get(30, TimeUnit.SECONDS));
        assertEquals("unknown host", failure.getCause().getMessage());
    }

    @Test
    void aPortIsTakenOnce() throws Throwable {
        int port = listen(Limits.DEFAULT, null);
        IOException taken = assertThrows(
                IOException.class, () -> network(Limits.DEFAULT, null).listen(HOST, port, codec, door));
        assertTrue(taken.getMessage().startsWith("cannot listen at 127.0.0.1:" + port), taken.getMessage());
    }

    @Test
    void tooLongAFrameEndsItsConnectionOnly() throws Throwable {
        Limits small = new Limits(2_000, 2_000, 1 << 20, 60_000);
        int port = listen(small, null);
        Call victim = dial(port, null, "c");
        Call other = dial(port, null, "c");
        victim.connection().send(new Frame.Refusal(Frame.Reason.NOT_READY, "x".repeat(3_000)));
        assertTrue(next(refusals).contains("the limit is 2000"));
        next(ended);
        assertTrue(other.connection().send(new Frame.Beat()));
        assertEquals(new Frame.Beat(), next(atServer));
    }

    @Test
    void whoSaysNothingIsShownOut() throws Throwable {
        int port = listen(new Limits(2_000, 2_000, 1 << 20, 50), null);
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port);
                InputStream in = silent.getInputStream()) {
            assertEquals(-1, in.read());
        }
        assertEquals("it did not say who it is", next(refusals));
    }

    @Test
    void aFullQueueDropsFrames() throws Throwable {
        Limits narrow = new Limits(1 << 22, 2_000, 4_096, 60_000);
        int port = listen(narrow, null);
        Call call = network(narrow, null)
                .dial(HOST, port, hello("c"), codec, client)
                .get(30, TimeUnit.SECONDS);
        serverSide.get().reading(false);
        Frame large = new Frame.Refusal(Frame.Reason.NOT_READY, "x".repeat(4_000));
        int sent = 0;
        // The system's own buffers take some megabytes before the queue fills.
        while (call.connection().send(large)) {
            sent++;
            assertTrue(sent < 1_000_000, "nothing was ever dropped");
        }
        assertFalse(call.connection().hasRoom());
        serverSide.get().reading(true);
        for (int i = 0; i < sent; i++) {
            assertEquals(large, next(atServer));
        }
    }

    @Test
    void bothEndsShowACertificate(@TempDir Path directory) throws Throwable {
        Certificates authority = new Certificates(directory, "one");
        Call call = dial(listen(Limits.DEFAULT, authority.issue("server")), authority.issue("client"), "c");
        assertTrue(call.connection().send(new Frame.Beat()));
        assertEquals(new Frame.Beat(), next(atServer));
    }

    @Test
    void aStrangersCertificateIsRefused(@TempDir Path directory) throws Throwable {
        Certificates ours = new Certificates(Files.createDirectory(directory.resolve("a")), "ours");
        Certificates theirs = new Certificates(Files.createDirectory(directory.resolve("b")), "theirs");
        int port = listen(Limits.DEFAULT, ours.issue("server"));
        Tls stranger = theirs.issue("client", ours.authority());
        IOException told = assertThrows(IOException.class, () -> dial(port, stranger, "c"));
        assertTrue(
                told.getMessage().startsWith("it does not accept the certificate that was shown to it"),
                told.getMessage());
        String why = next(refusals);
        assertTrue(why.startsWith("it shows no certificate of an authority that is known here; "), why);
        assertNull(atServer.poll());
    }

    @Test
    void aStrangersServerIsNotBelieved(@TempDir Path directory) throws Throwable {
        Certificates ours = new Certificates(Files.createDirectory(directory.resolve("a")), "ours");
        Certificates theirs = new Certificates(Files.createDirectory(directory.resolve("b")), "theirs");
        int port = listen(Limits.DEFAULT, theirs.issue("server", ours.authority()));
        IOException why = assertThrows(IOException.class, () -> dial(port, ours.issue("client"), "c"));
        assertTrue(
                why.getMessage().startsWith("its certificate is of an authority that is unknown here; "),
                why.getMessage());
        String told = next(refusals);
        assertTrue(told.startsWith("it does not accept the certificate that was shown to it"), told);
    }

    @Test
    void aCertificateForAnotherAddressIsNotBelieved(@TempDir Path directory) throws Throwable {
        Certificates ours = new Certificates(directory, "ours");
        int port = listen(Limits.DEFAULT, ours.issue("server"));
        Network elsewhere =
                new Network("test", 1, Limits.DEFAULT, ours.issue("client"), Map.of("elsewhere:1", HOST + ":" + port));
        open.push(elsewhere);
        ExecutionException why = assertThrows(
                ExecutionException.class,
                () -> elsewhere.dial("elsewhere", 1, hello("c"), codec, client).get(30, TimeUnit.SECONDS));
        String text = why.getCause().getMessage();
        assertTrue(text.startsWith("its certificate is not for the address that was dialled ("), text);
    }

    @Test
    void withoutEncryptionNobodyGetsIn(@TempDir Path directory) throws Throwable {
        Certificates ours = new Certificates(directory, "ours");
        int port = listen(Limits.DEFAULT, ours.issue("server"));
        assertThrows(IOException.class, () -> dial(port, null, "c"));
        next(refusals);
    }
}
