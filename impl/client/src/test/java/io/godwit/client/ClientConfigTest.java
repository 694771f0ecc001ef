package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.InvocationConfig;
import io.godwit.transport.connection.Limits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientConfigTest {
    private final ClientConfig usual = ClientConfig.of("c", List.of("a:1", "b:2"));
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static String refused(List<String> addresses, Duration timeout, Duration attempt, int sessions) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> new ClientConfig("c", addresses, null, timeout, attempt, sessions, Map.of()))
                .getMessage();
    }

    private static String refused(Duration timeout) {
        return refused(List.of("a:1"), timeout, SECOND, 1);
    }

    @Test
    void meaninglessMessageIsRefused() {
        assertThrows(NullPointerException.class, () -> ClientConfig.of(null, List.of("a:1")));
        assertEquals("a client needs the address of at least one member", refused(List.of(), SECOND, SECOND, 1));
        assertEquals("a call needs more time than 0 ms", refused(Duration.ZERO));
        assertEquals("a call needs more time than -1 ms", refused(Duration.ofMillis(-1)));
        assertEquals("a call takes at most 10 minutes, not 601 s", refused(Duration.ofSeconds(601)));
        String positive = "the time of an attempt and the number of sessions must be positive";
        assertEquals(positive, refused(List.of("a:1"), SECOND, Duration.ZERO, 1));
        assertEquals(positive, refused(List.of("a:1"), SECOND, Duration.ofMillis(-1), 1));
        assertEquals(positive, refused(List.of("a:1"), SECOND, SECOND, 0));
        assertEquals("not host:port: b", refused(List.of("a:1", "b"), SECOND, SECOND, 1));
        assertEquals(
                "not host:port: x",
                assertThrows(IllegalArgumentException.class, () -> usual.withVia(Map.of("a:1", "x")))
                        .getMessage());
    }

    @Test
    void leastAndTheMostAreAllowed() {
        ClientConfig least =
                new ClientConfig("c", List.of("a:1"), null, Duration.ofNanos(1), Duration.ofNanos(1), 1, Map.of());
        assertEquals(new InvocationConfig("c", List.of(new Address("a", 1)), 1, 1, 1), least.invocations());
        assertEquals(
                Duration.ofMinutes(10).toNanos(),
                usual.withTimeout(Duration.ofMinutes(10)).invocations().timeoutNanos());
    }

    @Test
    void usualValues() {
        assertEquals(
                new InvocationConfig(
                        "c", List.of(new Address("a", 1), new Address("b", 2)), 10_000_000_000L, 500_000_000L, 1_024),
                usual.invocations());
        assertNull(usual.tls());
        assertEquals(Map.of(), usual.via());
        assertSame(Limits.DEFAULT, usual.limits());
    }

    @Test
    void changesLeaveTheRestAsItIs() {
        ClientConfig changed =
                usual.withTimeout(SECOND).withVia(Map.of("a:1", "localhost:9")).with(null);
        assertEquals(
                new ClientConfig(
                        "c",
                        List.of("a:1", "b:2"),
                        null,
                        SECOND,
                        Duration.ofMillis(500),
                        1_024,
                        Map.of("a:1", "localhost:9")),
                changed);
    }
}
