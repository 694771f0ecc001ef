package io.godwit.transport.netty;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is a sign that a process has ended, and what is not: whoever takes the latter for it suspects members that live. */
@Timeout(60)
class RefusedConnectionTest {
    private static final String HOST = "127.0.0.1";

    private final FrameCodec codec = new FrameCodec(Samples.PARTITIONS);

    private final Receiver silent = new Receiver() {
        @Override
        public void received(Connection connection, Frame frame) {}

        @Override
        public void closed(Connection connection) {}
    };

    private static NettyTransport transport(Map<String, String> via) {
        return new NettyTransport("test", 1, 5_000, null, via);
    }

    /** A port that nobody listens at any more. */
    private static int deserted() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean isNobodyThere(NettyTransport transport, int port) throws Exception {
        Frame.Hello hello = new Frame.Hello(
                Frame.WIRE_VERSION,
                Frame.Role.CLIENT,
                "c",
                "quorum",
                1,
                0,
                null,
                Bytes.EMPTY,
                Peer.NOBODY,
                Bytes.EMPTY);
        CompletableFuture<Boolean> nobody = new CompletableFuture<>();
        Connections connections = new Connections(transport, new SystemClock(), Limits.DEFAULT);
        connections.connect(HOST, port, hello, codec, silent, new Connections.Outcome() {
            @Override
            public void welcomed(Connection connection, Frame.Welcome welcome) {
                nobody.completeExceptionally(new AssertionError("welcome"));
            }

            @Override
            public void failed(IOException cause, boolean nobodyListens) {
                nobody.complete(nobodyListens);
            }
        });
        return nobody.get(30, TimeUnit.SECONDS);
    }

    @Test
    void portWithoutAProcessSaysSo() throws Exception {
        int port = deserted();
        for (boolean epoll : new boolean[] {Epoll.isAvailable(), false}) {
            try (NettyTransport transport = new NettyTransport("test", 1, 5_000, null, Map.of(), epoll)) {
                assertTrue(isNobodyThere(transport, port));
            }
        }
    }

    @Test
    void relayThatRefusesSpeaksForItself() throws Exception {
        int relay = deserted();
        int member = 1;
        try (NettyTransport transport = transport(Map.of(HOST + ":" + member, HOST + ":" + relay))) {
            assertFalse(isNobodyThere(transport, member));
        }
    }

    @Test
    void acceptedAndClosedConnectionHasAListener() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                NettyTransport transport = transport(Map.of())) {
            Thread hangsUp = new Thread(() -> {
                try {
                    socket.accept().close();
                } catch (IOException closed) {
                    // The test is over.
                }
            });
            hangsUp.start();
            assertFalse(isNobodyThere(transport, socket.getLocalPort()));
            hangsUp.join();
        }
    }

    @Test
    void silenceAndABrokenWayAreNoAnswerOfTheOtherEnd() throws Exception {
        try (NettyTransport transport = transport(Map.of())) {
            assertFalse(transport.nobodyListens(HOST, 1, new ConnectTimeoutException("slow")));
            assertFalse(transport.nobodyListens(HOST, 1, new NoRouteToHostException()));
            assertFalse(transport.nobodyListens(
                    HOST, 1, new RefusedException(new Frame.Refusal(Frame.Reason.NOT_READY, "later"))));
            assertFalse(transport.nobodyListens(HOST, 1, null));
        }
    }
}
