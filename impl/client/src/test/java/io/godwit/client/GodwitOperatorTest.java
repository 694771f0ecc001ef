package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.ClusterState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator asks members that answer as the test says. */
class GodwitOperatorTest {
    private static final String ACTIVE = state("ACTIVE", 1, true, 0);

    private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
    private HttpServer server;
    private volatile String state = ACTIVE;
    private volatile String version = version(6, true);
    private volatile int status = 202;
    /** The status of the requests after the next one; 0 if it stays. */
    private volatile int then;
    /** What happens when a state is read for the second time. */
    private volatile Runnable second = () -> {};

    private final AtomicInteger reads = new AtomicInteger();

    private static String state(String name, int number, boolean acknowledged, int waiting) {
        return "{\"state\":\"" + name + "\",\"term\":2,\"number\":" + number + ",\"acknowledged\":" + acknowledged
                + ",\"waiting\":" + waiting + "}\n";
    }

    private static String version(int number, boolean decided) {
        return "{\"version\":" + number + ",\"decided\":" + decided + ",\"greatest\":{\"1\":7,\"2\":6,\"12\":0}}\n";
    }

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean post = exchange.getRequestMethod().equals("POST");
            if (post) {
                asked.add(exchange.getRequestURI().getPath() + " "
                        + exchange.getRequestHeaders().getFirst("Authorization"));
            }
            if (!post && reads.incrementAndGet() == 2) {
                second.run();
            }
            String read = exchange.getRequestURI().getPath().equals("/version") ? version : state;
            byte[] body = (post ? "no master is heard\n" : read).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(post ? status : 200, body.length);
            status = post && then > 0 ? then : status;
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private GodwitOperator operator() {
        return GodwitOperator.of(List.of(
                        "127.0.0.1:1", "127.0.0.1:" + server.getAddress().getPort()))
                .withToken("a-token-of-16-characters")
                .withTimeout(Duration.ofMillis(300));
    }

    @Test
    void stateIsThatOfWhoAnswers() {
        state = state("PASSIVE", 7, false, 3);
        StateReading reading = operator().state();
        assertEquals(new StateReading(ClusterState.PASSIVE, 2, 7, false, 3), reading);
        assertEquals("PASSIVE, not yet acknowledged: 3 partitions", reading.text());
        assertTrue(reading.isAfter(new StateReading(ClusterState.ACTIVE, 2, 6, true, 0)));
    }

    @Test
    void nothingIsAskedForWhatIsThere() {
        operator().changeState(ClusterState.ACTIVE);
        assertTrue(asked.isEmpty());
    }

    @Test
    void requestIsRepeatedAndItsOutcomeUnknown() {
        CallException late = assertThrows(CallException.class, () -> operator().changeState(ClusterState.FROZEN));
        assertEquals(Outcome.UNKNOWN, late.outcome());
        assertTrue(asked.size() > 1);
        assertEquals("/state/FROZEN Bearer a-token-of-16-characters", asked.peek());
    }

    @Test
    void stateThatIsNotAcknowledgedIsWaitedForAndNotAskedFor() {
        state = state("PASSIVE", 7, false, 3);
        CallException late = assertThrows(CallException.class, () -> operator().changeState(ClusterState.PASSIVE));
        assertEquals(Outcome.UNKNOWN, late.outcome());
        assertTrue(asked.isEmpty());
        assertTrue(late.getMessage().contains("PASSIVE, not yet acknowledged: 3 partitions"), late.getMessage());
    }

    @Test
    void requestThatNobodyTakesIsNotDone() {
        status = 503;
        CallException refused =
                assertThrows(CallException.class, () -> operator().changeState(ClusterState.FROZEN));
        assertEquals(Outcome.NOT_DONE, refused.outcome());
        assertTrue(refused.getMessage().contains("no master is heard"), refused.getMessage());
        status = 403;
        asked.clear();
        assertThrows(CallException.class, () -> operator().changeState(ClusterState.FROZEN));
        assertEquals(1, asked.size());
    }

    @Test
    void versionIsThatOfWhoAnswers() {
        version = version(7, false);
        VersionReading reading = operator().version();
        assertEquals(new VersionReading(7, false, new TreeMap<>(Map.of(1, 7, 2, 6, 12, 0))), reading);
        assertEquals("7, not known to be decided", reading.text());
        assertEquals("member 2 (up to 6), member 12 (not heard)", reading.unable(7));
        assertEquals(7, reading.most());
        assertTrue(reading.isAfter(new VersionReading(6, true, new TreeMap<>())));
        assertTrue(new VersionReading(7, true, new TreeMap<>()).isAfter(reading));
        assertFalse(reading.isAfter(reading));
    }

    @Test
    void versionThatIsThereIsNotAskedFor() {
        operator().raiseVersion(6);
        assertTrue(asked.isEmpty());
        CallException lower = assertThrows(CallException.class, () -> operator().raiseVersion(5));
        assertEquals(Outcome.NOT_DONE, lower.outcome());
        assertTrue(lower.getMessage().contains("is 6 already"), lower.getMessage());
        version = version(6, false);
        CallException late = assertThrows(CallException.class, () -> operator().raiseVersion(6));
        assertEquals(Outcome.UNKNOWN, late.outcome());
        assertTrue(asked.isEmpty());
    }

    @Test
    void versionIsAskedForAgainAndAgain() {
        CallException late = assertThrows(CallException.class, () -> operator().raiseVersion(7));
        assertEquals(Outcome.UNKNOWN, late.outcome());
        assertTrue(late.getMessage().contains("these cannot go by 7: member 2 (up to 6)"), late.getMessage());
        assertTrue(asked.size() > 1);
        assertEquals("/version/7 Bearer a-token-of-16-characters", asked.peek());
        for (int refused : new int[] {400, 409, 401, 403}) {
            status = refused;
            asked.clear();
            late = assertThrows(CallException.class, () -> operator().raiseVersion(7));
            assertEquals(Outcome.NOT_DONE, late.outcome());
            assertEquals(1, asked.size());
        }
        status = 503;
        late = assertThrows(CallException.class, () -> operator().raiseVersion(7));
        assertEquals(Outcome.NOT_DONE, late.outcome());
        assertTrue(late.getMessage().contains("no master is heard"), late.getMessage());
    }

    @Test
    void refusalAfterARequestThatWasTakenDoesNotUndoIt() {
        for (int refused : new int[] {400, 409, 401, 403}) {
            asked.clear();
            status = 202;
            then = refused;
            GodwitOperator patient = operator().withTimeout(Duration.ofMinutes(2));
            CallException failure = assertThrows(CallException.class, () -> patient.changeState(ClusterState.FROZEN));
            assertEquals(Outcome.UNKNOWN, failure.outcome(), "status " + refused);
            assertEquals(2, asked.size());
        }
    }

    /** As after the time limit. */
    @Test
    void interruptedThreadKnowsThatTheStateIsThere() {
        state = state("PASSIVE", 7, false, 3);
        second = Thread.currentThread()::interrupt;
        GodwitOperator patient = operator().withTimeout(Duration.ofMinutes(2));
        CallException failure = assertThrows(CallException.class, () -> patient.changeState(ClusterState.PASSIVE));
        assertTrue(Thread.interrupted());
        assertEquals("interrupted", failure.getMessage());
        assertEquals(Outcome.UNKNOWN, failure.outcome());
    }

    @Test
    void nobodyAnswers() {
        GodwitOperator alone = GodwitOperator.of(List.of("127.0.0.1:1")).withTimeout(Duration.ofMillis(100));
        assertEquals(
                Outcome.NOT_DONE,
                assertThrows(CallException.class, alone::state).outcome());
        assertEquals(
                Outcome.NOT_DONE,
                assertThrows(CallException.class, alone::version).outcome());
        assertEquals(
                Outcome.NOT_DONE,
                assertThrows(CallException.class, () -> alone.raiseVersion(7)).outcome());
        CallException late = assertThrows(CallException.class, () -> alone.changeState(ClusterState.PASSIVE));
        assertEquals(Outcome.NOT_DONE, late.outcome());
        assertTrue(late.getMessage().contains("no member answers"), late.getMessage());
    }

    @Test
    void wrongInputIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> GodwitOperator.of(List.of()));
        assertThrows(IllegalArgumentException.class, () -> GodwitOperator.of(List.of("host")));
        assertThrows(IllegalArgumentException.class, () -> operator().withTimeout(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> operator().withTimeout(Duration.ofMinutes(11)));
        assertThrows(IllegalArgumentException.class, () -> StateReading.parse("{}"));
        assertThrows(IllegalArgumentException.class, () -> VersionReading.parse("{}"));
    }
}
