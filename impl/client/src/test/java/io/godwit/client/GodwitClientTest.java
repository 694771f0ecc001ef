package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class GodwitClientTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private FakeMember member;

    @BeforeEach
    void open() throws IOException {
        member = new FakeMember(1);
    }

    @AfterEach
    void close() {
        member.close();
    }

    private GodwitClient client(int sessions) {
        return GodwitClient.connect(
                new ClientConfig("c", List.of(member.address()), null, LONG, LONG, sessions, Map.of()));
    }

    private static CompletableFuture<Void> put(GodwitClient client, int key) {
        return client.map("m").putAsync(Bytes.ofNumber(key).toArray(), new byte[0]);
    }

    @Test
    void callsDuringCloseFail() throws Exception {
        for (int i = 0; i < 20; i++) {
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            CountDownLatch begun = new CountDownLatch(1);
            GodwitClient client = client(3);
            Thread calling = new Thread(() -> {
                while (calls.isEmpty() || !calls.get(calls.size() - 1).isCompletedExceptionally()) {
                    calls.add(put(client, 1));
                    begun.countDown();
                }
            });
            calling.start();
            begun.await();
            client.close();
            calling.join();
            for (CompletableFuture<Void> call : calls) {
                ExecutionException end = assertThrows(ExecutionException.class, () -> call.get(30, TimeUnit.SECONDS));
                assertEquals("the client is closed", end.getCause().getMessage());
            }
        }
    }

    @Test
    void longMapNameIsRefused() {
        try (GodwitClient client = client(1)) {
            client.map("\u00e9".repeat(128));
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> client.map("\u00e9".repeat(128) + "x"));
            assertEquals("a map name has at most 256 bytes, not 257", refused.getMessage());
        }
    }

    @Test
    void refusalIsThrown() {
        member.refusal = new Frame.Refusal(Frame.Reason.CLUSTER_NAME, "this is cluster d");
        CallException refused = assertThrows(CallException.class, () -> client(1));
        assertEquals(member.address() + " refuses: this is cluster d", refused.getMessage());
        assertEquals(CallException.Outcome.NOT_DONE, refused.outcome());
    }

    /** The caller stays interrupted: the interrupt may ask its thread to end. */
    @Test
    void interruptedThreadStaysSo() {
        GodwitClient client = client(1);
        Thread.currentThread().interrupt();
        client.close();
        assertTrue(Thread.interrupted());
        Thread.currentThread().interrupt();
        CallException interrupted = assertThrows(CallException.class, () -> client(1));
        assertTrue(Thread.interrupted());
        assertEquals("interrupted", interrupted.getMessage());
        assertEquals(CallException.Outcome.NOT_DONE, interrupted.outcome());
    }
}
