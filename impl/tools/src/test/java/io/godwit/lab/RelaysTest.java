package io.godwit.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Links.Link;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code a} sends to {@code b}, and the other way round, over relays. */
@Timeout(60)
class RelaysTest {
    private static final Link THERE = new Link("a", "b");
    private static final int SILENCE = 200;
    private static final int PATIENCE = 10_000;

    private final Relays relays = new Relays();
    private ServerSocket server;
    private String via;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        String address = "127.0.0.1:" + server.getLocalPort();
        via = relays.via("a", Map.of("a", "127.0.0.1:1", "b", address)).get(address);
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        relays.close();
    }

    private Socket dial() throws IOException {
        return dial(via);
    }

    private static Socket dial(String address) throws IOException {
        int colon = address.indexOf(':');
        return new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    private static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(SILENCE);
        assertThrows(SocketTimeoutException.class, () -> socket.getInputStream().read());
        socket.setSoTimeout(0);
    }

    @Test
    void bytesGoBothWaysAndTheEndToo() throws IOException {
        try (Socket a = dial();
                Socket b = server.accept()) {
            a.getOutputStream().write(7);
            assertEquals(7, b.getInputStream().read());
            b.getOutputStream().write(8);
            assertEquals(8, a.getInputStream().read());
            byte[] much = new byte[3_000_000];
            much[much.length - 1] = 9;
            a.getOutputStream().write(much, 0, 100_000);
            assertEquals(100_000, b.getInputStream().readNBytes(100_000).length);
            b.getOutputStream().write(5);
            b.shutdownOutput();
            assertEquals(5, a.getInputStream().read());
            assertEquals(-1, a.getInputStream().read());
        }
    }

    /** A thread that takes a connection looks at the link's condition, and may have to open the new port as well. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void linksAreAddedWhileOthersAreDialled() throws Exception {
        // Closed only if the test passes: threads that wait for each other do not end.
        Relays adding = new Relays();
        String dialled = adding.via("a", Map.of("b", "127.0.0.1:" + server.getLocalPort()))
                .values()
                .iterator()
                .next();
        AtomicBoolean added = new AtomicBoolean();
        CompletableFuture<Void> dialling = CompletableFuture.runAsync(() -> {
            while (!added.get()) {
                try (Socket a = dial(dialled);
                        Socket b = server.accept()) {
                    a.getOutputStream().write(1);
                    b.getInputStream().read();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        for (int i = 0; i < 300; i++) {
            adding.via("a", Map.of("c" + i, "127.0.0.1:1"));
        }
        added.set(true);
        dialling.get();
        assertEquals(602, adding.all().size());
        adding.close();
    }

    @Test
    void silentCutHoldsOneDirectionUntilItHeals() throws IOException {
        try (Socket a = dial();
                Socket b = server.accept()) {
            relays.set(THERE, Condition.CLEAR.with(Cut.SILENT));
            a.getOutputStream().write(1);
            assertSilent(b);
            b.getOutputStream().write(2);
            assertEquals(2, a.getInputStream().read());
            relays.set(THERE, Condition.CLEAR);
            assertEquals(1, b.getInputStream().read());
            relays.set(THERE.back(), Condition.CLEAR.with(Cut.SILENT));
            b.getOutputStream().write(3);
            assertSilent(a);
            a.getOutputStream().write(4);
            assertEquals(4, b.getInputStream().read());
            b.shutdownOutput();
            assertSilent(a);
            relays.set(THERE.back(), Condition.CLEAR);
            assertEquals(3, a.getInputStream().read());
            assertEquals(-1, a.getInputStream().read());
        }
    }

    @Test
    void connectionThatIsOpenedDuringASilentCutArrivesWhenItHeals() throws IOException {
        relays.set(THERE, Condition.CLEAR.with(Cut.SILENT));
        try (Socket a = dial()) {
            a.getOutputStream().write(1);
            server.setSoTimeout(SILENCE);
            assertThrows(SocketTimeoutException.class, () -> server.accept());
            server.setSoTimeout(0);
            relays.set(THERE, Condition.CLEAR);
            try (Socket b = server.accept()) {
                assertEquals(1, b.getInputStream().read());
            }
        }
    }

    @Test
    void connectionThatWasGivenUpDuringASilentCutNeverArrives() throws Exception {
        relays.set(THERE, Condition.CLEAR.with(Cut.SILENT));
        dial().close();
        try (Socket second = dial()) {
            second.getOutputStream().write(2);
            while (relays.open(THERE) != 1) {
                Thread.sleep(10);
            }
            relays.set(THERE, Condition.CLEAR);
            try (Socket b = server.accept()) {
                assertEquals(2, b.getInputStream().read());
            }
        }
    }

    @Test
    void resetBreaksOpenAndRefusesNewConnections() throws IOException {
        try (Socket a = dial();
                Socket b = server.accept()) {
            a.getOutputStream().write(1);
            assertEquals(1, b.getInputStream().read());
            relays.set(THERE, Condition.CLEAR.with(Cut.RESET));
            assertThrows(IOException.class, () -> a.getInputStream().read());
            assertThrows(IOException.class, () -> b.getInputStream().read());
            try (Socket another = dial()) {
                assertThrows(IOException.class, () -> another.getInputStream().read());
            }
        }
        relays.set(THERE, Condition.CLEAR);
        try (Socket a = dial();
                Socket b = server.accept()) {
            relays.reset(THERE.back());
            assertThrows(IOException.class, () -> a.getInputStream().read());
            assertThrows(IOException.class, () -> b.getInputStream().read());
        }
    }

    @Test
    void slowMessagesArriveInOrder() throws IOException {
        relays.set(THERE, Condition.CLEAR.withDelay(30, 30).withBandwidth(20_000));
        long before = System.nanoTime();
        try (Socket a = dial();
                Socket b = server.accept()) {
            byte[] sent = new byte[8_000];
            for (int i = 0; i < sent.length; i++) {
                sent[i] = (byte) i;
                if (i % 1_000 == 999) {
                    a.getOutputStream().write(sent, i - 999, 1_000);
                }
            }
            byte[] received = b.getInputStream().readNBytes(sent.length);
            assertArrayEquals(sent, received);
            // 8,000 bytes at 20,000 in a second cannot be there earlier; how much later is no matter.
            assertTrue(System.nanoTime() - before > 50_000_000);
        }
    }

    @Test
    void connectionIsDroppedOrOpenedTwice() throws IOException {
        relays.set(THERE, Condition.CLEAR.withDuplicate(100));
        try (Socket a = dial();
                Socket first = server.accept();
                Socket second = server.accept()) {
            a.getOutputStream().write(1);
            assertEquals(1, first.getInputStream().read());
            assertEquals(1, second.getInputStream().read());
            first.getOutputStream().write(3);
            second.getOutputStream().write(3);
            assertEquals(3, a.getInputStream().read());
            assertSilent(a);
        }
        relays.set(THERE, Condition.CLEAR.withDrop(100));
        try (Socket a = dial()) {
            assertThrows(IOException.class, () -> a.getInputStream().read());
        }
    }

    @Test
    void secondConnectionArrivesAfterTheFirstHasEnded() throws IOException {
        relays.set(THERE, Condition.CLEAR.withDuplicate(100));
        try (Socket a = dial()) {
            a.getOutputStream().write(7);
        }
        for (int i = 0; i < 2; i++) {
            try (Socket b = server.accept()) {
                assertEquals(7, b.getInputStream().read());
                assertEquals(-1, b.getInputStream().read());
            }
        }
    }

    @Test
    void secondConnectionEndsWhenTheLinkHealsAndTheFirstGoesOn() throws IOException {
        relays.set(THERE, Condition.CLEAR.withDuplicate(100));
        try (Socket a = dial();
                Socket first = server.accept();
                Socket second = server.accept()) {
            a.getOutputStream().write(1);
            assertEquals(1, first.getInputStream().read());
            assertEquals(1, second.getInputStream().read());
            relays.set(THERE, Condition.CLEAR.withDuplicate(50));
            a.getOutputStream().write(2);
            assertEquals(2, first.getInputStream().read());
            assertEquals(2, second.getInputStream().read());
            relays.set(THERE, Condition.CLEAR);
            // To the target, a second one looks like one that its client has left.
            second.setSoTimeout(PATIENCE);
            assertEquals(-1, second.getInputStream().read());
            a.getOutputStream().write(3);
            assertEquals(3, first.getInputStream().read());
            first.getOutputStream().write(4);
            assertEquals(4, a.getInputStream().read());
        }
    }

    @Test
    void secondConnectionIsNotOpenedAnyMoreWhenTheLinkHasHealed() throws IOException {
        relays.set(THERE, Condition.CLEAR.withDuplicate(100));
        try (Socket a = dial();
                Socket first = server.accept()) {
            a.getOutputStream().write(1);
            assertEquals(1, first.getInputStream().read());
            relays.set(THERE, Condition.CLEAR);
            server.setSoTimeout(1_500);
            try (Socket second = server.accept()) {
                // It was opened in time, and ends.
                second.setSoTimeout(PATIENCE);
                second.getInputStream().readAllBytes();
            } catch (SocketTimeoutException e) {
                assertEquals("Accept timed out", e.getMessage());
            }
            a.getOutputStream().write(2);
            assertEquals(2, first.getInputStream().read());
        }
    }

    @Test
    void connectionStartsSlowly() throws IOException {
        Condition slow = Condition.CLEAR.withSlowStart(2_000);
        assertEquals(2_000, Stream.rate(slow, 999_999_999));
        assertEquals(16_000, Stream.rate(slow, 3_000_000_000L));
        assertEquals(10_000, Stream.rate(slow.withBandwidth(10_000), 3_000_000_000L));
        assertEquals(10_000, Stream.rate(Condition.CLEAR.withBandwidth(10_000), 3_000_000_000L));
        assertTrue(Stream.rate(slow, Long.MAX_VALUE) > 0);
        relays.set(THERE, slow);
        long before = System.nanoTime();
        try (Socket a = dial();
                Socket b = server.accept()) {
            a.getOutputStream().write(new byte[3_000]);
            assertEquals(3_000, b.getInputStream().readNBytes(3_000).length);
            // 2,000 bytes in the first second: the rest cannot be there earlier.
            assertTrue(System.nanoTime() - before > 900_000_000);
        }
    }

    @Test
    void meaninglessMessageIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> relays.set(new Link("a", "c"), Condition.CLEAR));
        assertThrows(IllegalArgumentException.class, () -> Condition.CLEAR.withDelay(1, 2));
        assertThrows(IllegalArgumentException.class, () -> Condition.CLEAR.withDrop(101));
        assertThrows(IllegalArgumentException.class, () -> Condition.CLEAR.withSlowStart(-1));
    }
}
