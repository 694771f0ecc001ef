package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PortForwarderTest {
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @Test
    void bytesGoBothWaysUntilAnEndHasSentAll() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                PortForwarder forwarder = new PortForwarder();
                Socket near = new Socket(
                        InetAddress.getLoopbackAddress(),
                        forwarder.forward(
                                ANY, new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort())));
                Socket far = server.accept()) {
            near.getOutputStream().write(7);
            assertEquals(7, far.getInputStream().read());
            far.getOutputStream().write(8);
            assertEquals(8, near.getInputStream().read());
            far.shutdownOutput();
            assertEquals(-1, near.getInputStream().read());
        }
    }

    @Test
    void connectionIsClosedIfNobodyListens() throws IOException {
        int free;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = server.getLocalPort();
        }
        try (PortForwarder forwarder = new PortForwarder();
                Socket near = new Socket(
                        InetAddress.getLoopbackAddress(),
                        forwarder.forward(ANY, new InetSocketAddress(InetAddress.getLoopbackAddress(), free)))) {
            assertEquals(-1, near.getInputStream().read());
        }
    }

    @Test
    void argumentWithoutTargetIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> PortForwarder.main(new String[] {"127.0.0.1:0"}));
    }
}
