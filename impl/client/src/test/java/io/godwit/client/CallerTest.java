package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result.Done;
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
class CallerTest {
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

    private int asked() throws InterruptedException {
        return (int) member.next().operation().entry().number();
    }

    private void answer(Frame.Call call) {
        member.say(new Frame.Answer(call.client(), call.number(), new Done(List.of(0L))));
    }

    @Test
    void callsThatComeWhileTheClientIsClosedEndToo() throws Exception {
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
    void whatWasNeverSentIsNotDone() throws Exception {
        CompletableFuture<Void> sent;
        CompletableFuture<Void> waits;
        try (GodwitClient client = client(1)) {
            sent = put(client, 1);
            waits = put(client, 2);
            assertEquals(1, asked());
        }
        assertEquals(Outcome.UNKNOWN, outcome(sent));
        assertEquals(Outcome.NOT_DONE, outcome(waits));
    }

    private static Outcome outcome(CompletableFuture<Void> call) {
        ExecutionException end = assertThrows(ExecutionException.class, () -> call.get(30, TimeUnit.SECONDS));
        return ((CallException) end.getCause()).outcome();
    }

    /** Otherwise some would wait for longer than their time. */
    @Test
    void whoWaitsForATurnIsNotOvertaken() throws Exception {
        try (GodwitClient client = client(2)) {
            CountDownLatch goesOn = new CountDownLatch(1);
            CompletableFuture<Void> held = put(client, 1).thenRun(() -> await(goesOn));
            Frame.Call first = member.next();
            List<CompletableFuture<Void>> others = new ArrayList<>(List.of(put(client, 2)));
            Frame.Call second = member.next();
            others.add(put(client, 3));
            others.add(put(client, 4));
            // The client's thread stands still, so that all this waits for it in this order.
            answer(first);
            answer(second);
            Thread.sleep(100);
            others.add(put(client, 5));
            goesOn.countDown();
            held.get(30, TimeUnit.SECONDS);
            others.get(0).get(30, TimeUnit.SECONDS);
            assertEquals(3, asked());
            assertEquals(4, asked());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aNameThatNoMemberTakesIsRefusedAtOnce() {
        try (GodwitClient client = client(1)) {
            client.map("\u00e9".repeat(128));
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> client.map("\u00e9".repeat(128) + "x"));
            assertEquals("the name of a map has at most 256 bytes, not 257", refused.getMessage());
        }
    }
}
