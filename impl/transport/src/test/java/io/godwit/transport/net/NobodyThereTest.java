package io.godwit.transport.net;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import io.netty.channel.ConnectTimeoutException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is a sign that a process has ended, and what is not: whoever takes the latter for it suspects members that live. */
@Timeout(60)
class NobodyThereTest {
    private static final String HOST = "127.0.0.1";

    private final FrameCodec codec = new FrameCodec(Samples.PARTITIONS);

    private final Receiver silent = new Receiver() {
        @Override
        public void received(Connection connection, Frame frame) {}

        @Override
        public void closed(Connection connection) {}
    };

    private static Network network(Map<String, String> via) {
        return new Network("test", 1, Limits.DEFAULT, null, via);
    }

    /** A port that nobody listens at any more. */
    private static int deserted() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Throwable failure(Network network, int port) {
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
        return assertThrows(ExecutionException.class, () -> network.dial(HOST, port, hello, codec, silent)
                        .get(30, TimeUnit.SECONDS))
                .getCause();
    }

    @Test
    void aPortWithoutAProcessSaysSo() throws Exception {
        int port = deserted();
        try (Network network = network(Map.of())) {
            assertTrue(network.isNobodyThere(HOST, port, failure(network, port)));
        }
    }

    @Test
    void aRelayThatRefusesSpeaksForItself() throws Exception {
        int relay = deserted();
        int member = 1;
        try (Network network = network(Map.of(HOST + ":" + member, HOST + ":" + relay))) {
            assertFalse(network.isNobodyThere(HOST, member, failure(network, member)));
        }
    }

    @Test
    void aConnectionThatIsTakenAndClosedIsSomebody() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Network network = network(Map.of())) {
            Thread hangsUp = new Thread(() -> {
                try {
                    socket.accept().close();
                } catch (IOException closed) {
                    // The test is over.
                }
            });
            hangsUp.start();
            Throwable failure = failure(network, socket.getLocalPort());
            hangsUp.join();
            assertFalse(network.isNobodyThere(HOST, socket.getLocalPort(), failure));
        }
    }

    @Test
    void silenceAndABrokenWayAreNoAnswerOfTheOtherEnd() throws Exception {
        try (Network network = network(Map.of())) {
            assertFalse(network.isNobodyThere(HOST, 1, new ConnectTimeoutException("slow")));
            assertFalse(network.isNobodyThere(HOST, 1, new NoRouteToHostException()));
            assertFalse(network.isNobodyThere(
                    HOST, 1, new RefusedException(new Frame.Refusal(Frame.Reason.NOT_READY, "later"))));
            assertFalse(network.isNobodyThere(HOST, 1, null));
        }
    }
}
