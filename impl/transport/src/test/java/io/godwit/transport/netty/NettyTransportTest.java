package io.godwit.transport.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Transport;
import io.godwit.environment.files.SharedFile;
import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.HandshakeHandler;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import io.netty.channel.epoll.Epoll;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NettyTransportTest {
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
    private final HandshakeHandler handler = new HandshakeHandler() {
        @Override
        public Decision greet(Connection connection, Frame.Hello hello) {
            if (!hello.clusterName().equals("c")) {
                return new Refuse(new Frame.Refusal(Frame.Reason.CLUSTER_NAME, "this is cluster c"));
            }
            serverSide.complete(connection);
            Frame.Welcome welcome = new Frame.Welcome(
                            Samples.PEER, Samples.IDENTITY, Samples.PARTITIONS, Samples.MAPS, 1, List.of(), List.of())
                    .with(Versions.ALL);
            return new Accept(welcome, new Receiver() {
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
        public void refused(String remote, String why) {
            refusals.add(why);
        }
    };

    /** Whether sockets are those of Netty's library for Linux. */
    boolean epoll() {
        return Epoll.isAvailable();
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private Connections connections(Limits limits, Tls tls, Map<String, String> via) {
        NettyTransport transport = new NettyTransport("test", 1, limits.patience(), tls, via, epoll());
        open.push(transport);
        return new Connections(transport, new SystemClock(), limits);
    }

    private int listen(Limits limits, Tls tls) throws IOException {
        Transport.Listener listener = connections(limits, tls, Map.of()).listen(HOST, 0, codec, handler);
        open.push(listener::close);
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

    private PendingConnection.Opened connect(Connections connections, String host, int port, String cluster)
            throws Exception {
        PendingConnection pending = new PendingConnection();
        connections.connect(host, port, hello(cluster), codec, client, pending);
        return pending.get(30, TimeUnit.SECONDS);
    }

    private PendingConnection.Opened connect(int port, Tls tls, String cluster) throws Exception {
        return connect(connections(Limits.DEFAULT, tls, Map.of()), HOST, port, cluster);
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(30, TimeUnit.SECONDS);
        assertNotNull(next, "nothing came");
        return next;
    }

    @Test
    void carriesFramesBothWays() throws Exception {
        PendingConnection.Opened call = connect(listen(Limits.DEFAULT, null), null, "c");
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
        assertFalse(call.connection().send(new Frame.KeepAlive()));
    }

    @Test
    void carriesTheLargestValue() throws Exception {
        PendingConnection.Opened call = connect(listen(Limits.DEFAULT, null), null, "c");
        Bytes large = Bytes.owning(new byte[16 << 20]);
        Frame frame = new Frame.Answer(1, 1, new io.godwit.protocol.map.Result.Found(List.of(large)));
        assertTrue(call.connection().send(frame));
        assertEquals(frame, next(atServer));
    }

    @Test
    void refusalNamesItsReason() throws Exception {
        int port = listen(Limits.DEFAULT, null);
        RefusedException refused = assertThrows(RefusedException.class, () -> connect(port, null, "other"));
        assertEquals(Frame.Reason.CLUSTER_NAME, refused.reason());
        assertEquals("this is cluster c", refused.getMessage());
        assertEquals("this is cluster c", next(refusals));
    }

    @Test
    void connectingToAFreePortFails() throws Exception {
        int port = listen(Limits.DEFAULT, null);
        open.pop().close();
        assertInstanceOf(IOException.class, assertThrows(Exception.class, () -> connect(port, null, "c")));
    }

    @Test
    void unknownHostIsReported() {
        Connections connections = connections(Limits.DEFAULT, null, Map.of());
        IOException failure = assertThrows(IOException.class, () -> connect(connections, "nowhere.invalid", 1, "c"));
        assertEquals("unknown host", failure.getMessage());
    }

    @Test
    void portIsTakenOnce() throws Exception {
        int port = listen(Limits.DEFAULT, null);
        IOException taken = assertThrows(IOException.class, () -> connections(Limits.DEFAULT, null, Map.of())
                .listen(HOST, port, codec, handler));
        assertTrue(taken.getMessage().startsWith("cannot listen at 127.0.0.1:" + port), taken.getMessage());
    }

    @Test
    void tooLongAFrameEndsItsConnectionOnly() throws Exception {
        Limits small = new Limits(2_000, 2_000, 1 << 20, 60_000);
        int port = listen(small, null);
        PendingConnection.Opened victim = connect(port, null, "c");
        PendingConnection.Opened other = connect(port, null, "c");
        victim.connection().send(new Frame.Refusal(Frame.Reason.NOT_READY, "x".repeat(3_000)));
        assertTrue(next(refusals).contains("the limit is 2000"));
        next(ended);
        assertTrue(other.connection().send(new Frame.KeepAlive()));
        assertEquals(new Frame.KeepAlive(), next(atServer));
    }

    @Test
    void silentConnectionIsClosed() throws Exception {
        int port = listen(new Limits(2_000, 2_000, 1 << 20, 50), null);
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port);
                InputStream in = silent.getInputStream()) {
            assertEquals(-1, in.read());
        }
        assertEquals("no Hello in time", next(refusals));
    }

    @Test
    void fullQueueDropsFrames() throws Exception {
        Limits narrow = new Limits(1 << 22, 2_000, 4_096, 60_000);
        int port = listen(narrow, null);
        PendingConnection.Opened call = connect(connections(narrow, null, Map.of()), HOST, port, "c");
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
    void bothEndsShowACertificate(@TempDir Path directory) throws Exception {
        Certificates authority = new Certificates(directory, "one");
        PendingConnection.Opened call =
                connect(listen(Limits.DEFAULT, authority.issue("server")), authority.issue("client"), "c");
        assertTrue(call.connection().send(new Frame.KeepAlive()));
        assertEquals(new Frame.KeepAlive(), next(atServer));
    }

    @Test
    void certificateOfAnUnknownAuthorityIsRefused(@TempDir Path directory) throws Exception {
        Certificates ours = new Certificates(Files.createDirectory(directory.resolve("a")), "ours");
        Certificates theirs = new Certificates(Files.createDirectory(directory.resolve("b")), "theirs");
        int port = listen(Limits.DEFAULT, ours.issue("server"));
        Tls stranger = theirs.issue("client", ours.authority());
        IOException told = assertThrows(IOException.class, () -> connect(port, stranger, "c"));
        assertTrue(told.getMessage().startsWith("it rejected the presented certificate"), told.getMessage());
        String why = next(refusals);
        assertTrue(why.startsWith("it presented no certificate of a known authority; "), why);
        assertNull(atServer.poll());
    }

    @Test
    void serverOfAnUnknownAuthorityIsRefused(@TempDir Path directory) throws Exception {
        Certificates ours = new Certificates(Files.createDirectory(directory.resolve("a")), "ours");
        Certificates theirs = new Certificates(Files.createDirectory(directory.resolve("b")), "theirs");
        int port = listen(Limits.DEFAULT, theirs.issue("server", ours.authority()));
        IOException why = assertThrows(IOException.class, () -> connect(port, ours.issue("client"), "c"));
        assertTrue(
                why.getMessage().startsWith("its certificate was issued by an unknown authority; "), why.getMessage());
        String told = next(refusals);
        assertTrue(told.startsWith("it rejected the presented certificate"), told);
    }

    @Test
    void certificateForAnotherAddressIsRefused(@TempDir Path directory) throws Exception {
        Certificates ours = new Certificates(directory, "ours");
        int port = listen(Limits.DEFAULT, ours.issue("server"));
        Connections elsewhere =
                connections(Limits.DEFAULT, ours.issue("client"), Map.of("elsewhere:1", HOST + ":" + port));
        IOException why = assertThrows(IOException.class, () -> connect(elsewhere, "elsewhere", 1, "c"));
        String text = why.getMessage();
        assertTrue(text.startsWith("its certificate is not valid for the dialled address ("), text);
    }

    @Test
    void unencryptedConnectionIsRefused(@TempDir Path directory) throws Exception {
        Certificates ours = new Certificates(directory, "ours");
        int port = listen(Limits.DEFAULT, ours.issue("server"));
        assertThrows(IOException.class, () -> connect(port, null, "c"));
        next(refusals);
    }

    @Test
    void processOfWireFormat2ReceivesTheRefusal() throws Exception {
        byte[] hello = payload(new Frame.Hello(
                2, Frame.Role.CLIENT, "c", "quorum", 1, 0, null, Bytes.EMPTY, Peer.NOBODY, Bytes.EMPTY));
        try (Socket old = new Socket(InetAddress.getLoopbackAddress(), listen(Limits.DEFAULT, null))) {
            old.getOutputStream()
                    .write(ByteBuffer.allocate(4 + hello.length)
                            .putInt(hello.length)
                            .put(hello)
                            .array());
            DataInputStream in = new DataInputStream(old.getInputStream());
            byte[] answer = in.readNBytes(in.readInt());
            Frame.Refusal refusal = (Frame.Refusal) codec.decode(ByteBuffer.wrap(answer));
            assertEquals(Frame.Reason.WIRE_VERSION, refusal.reason());
            assertEquals("wire format 2; this process speaks " + Versions.ALL, refusal.text());
            assertEquals(-1, in.read());
        }
    }

    private byte[] payload(Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        ByteBuffer bytes = ByteBuffer.allocate(encoded.size());
        encoded.write(bytes);
        return bytes.array();
    }

    private void sendsPiecesOfAFile(Path directory, Tls server, Tls client) throws Exception {
        byte[] content = new byte[3 << 20];
        new Random(5).nextBytes(content);
        Path path = Files.write(directory.resolve("file"), content);
        Connection sender = connect(listen(Limits.DEFAULT, server), client, "c").connection();
        SharedFile file = new SharedFile(path);
        int piece = 1 << 20;
        for (int i = 0; i < 3; i++) {
            assertTrue(sender.send(new Frame.TableRequest(i)));
            FileSlice slice = new FileSlice.OfFile(file, (long) i * piece, piece);
            assertTrue(sender.send(new Frame.FileChunk(1, i, i == 2, slice)));
        }
        file.release();
        for (int i = 0; i < 3; i++) {
            assertEquals(new Frame.TableRequest(i), next(atServer));
            Frame.FileChunk part = (Frame.FileChunk) next(atServer);
            assertEquals(i, part.index());
            FileSlice.Held held = assertInstanceOf(FileSlice.Held.class, part.data());
            assertEquals(ByteBuffer.wrap(content, i * piece, piece), held.bytes());
        }
        sender.close();
        next(ended);
        next(ended);
        assertTrue(Files.notExists(path), "the last piece that has left removes the file");
    }

    @Test
    void sendsFilesFromWhereTheyAre(@TempDir Path directory) throws Exception {
        sendsPiecesOfAFile(directory, null, null);
    }

    @Test
    void sendsFilesEncrypted(@TempDir Path directory) throws Exception {
        Certificates authority = new Certificates(directory, "one");
        sendsPiecesOfAFile(directory, authority.issue("server"), authority.issue("client"));
    }

    @Test
    void oneOfItsThreadsMayCloseIt() throws Exception {
        NettyTransport transport = new NettyTransport("test", 1, 5_000, null, Map.of(), epoll());
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        transport
                .executors()
                .createForNetwork("closes", closed::completeExceptionally)
                .execute(() -> {
                    transport.close();
                    closed.complete(true);
                });
        assertTrue(closed.get());
        transport.close();
    }

    @Test
    void fileThatEndsTooEarlyBreaksTheConnection(@TempDir Path directory) throws Exception {
        Certificates authority = new Certificates(directory, "one");
        Path path = Files.write(directory.resolve("file"), new byte[10]);
        for (Tls tls : new Tls[] {null, authority.issue("both")}) {
            SharedFile file = new SharedFile(path);
            file.retain();
            Connection sender = connect(listen(Limits.DEFAULT, tls), tls, "c").connection();
            assertTrue(sender.send(new Frame.FileChunk(1, 0, true, new FileSlice.OfFile(file, 0, 11))));
            next(ended);
            next(ended);
            assertNull(atServer.poll());
        }
    }
}
