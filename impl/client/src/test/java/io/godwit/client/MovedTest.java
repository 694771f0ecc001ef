package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;
import io.godwit.transport.net.Door;
import io.godwit.transport.net.Limits;
import io.godwit.transport.net.Network;
import io.godwit.transport.net.Receiver;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A member tells a caller that another one is the primary now, while a write waits there. An attempt has as much time as the
 * whole call, so that nothing is repeated because of silence.
 */
@Timeout(60)
class MovedTest {
    private static final String HOST = "127.0.0.1";
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Bytes CLUSTER = Bytes.owning(new byte[16]);
    private static final byte[] KEY = {1};

    private Fake one;
    private Fake two;
    private GodwitClient client;

    /** Takes calls, and answers what the test wants. Its table says that 1 leads the only partition. */
    private final class Fake implements Door, Receiver, AutoCloseable {
        final int number;
        final Network network = new Network("fake", 1, Limits.DEFAULT, null, Map.of());
        final Network.Listener listener;
        final BlockingQueue<Frame.Call> calls = new LinkedBlockingQueue<>();
        private volatile Connection last;

        Fake(int number) throws IOException {
            this.number = number;
            listener = network.listen(HOST, 0, new FrameCodec(1), this);
        }

        Peer peer() {
            return new Peer(number, CLUSTER, HOST, listener.port());
        }

        @Override
        public Decision greet(Connection connection, Frame.Hello hello) {
            // Of the other one the client learns with the table, so that it begins with this one.
            List<Peer> first = List.of(one.peer());
            return new Open(new Frame.Welcome(peer(), CLUSTER, 1, Maps.all(1), 1, first, first), this);
        }

        @Override
        public void received(Connection connection, Frame frame) {
            if (frame instanceof Frame.TableRequest) {
                connection.send(table(1, 1));
            } else if (frame instanceof Frame.Call call) {
                last = connection;
                calls.add(call);
            }
        }

        Frame.Call next() throws InterruptedException {
            Frame.Call call = calls.poll(30, TimeUnit.SECONDS);
            assertNotNull(call, "no call came to " + number);
            return call;
        }

        void say(Frame frame) {
            assertTrue(last.send(frame));
        }

        @Override
        public void closed(Connection connection) {}

        @Override
        public void refused(SocketAddress remote, String why) {}

        @Override
        public void close() {
            listener.close();
            network.close();
        }
    }

    private List<Peer> both() {
        return List.of(one.peer(), two.peer());
    }

    private Table table(int version, int primary) {
        return new Table(0, List.of(new Route(0, new Version(1, version), primary)), both());
    }

    private static Frame.Answer answer(Frame.Call call) {
        return new Frame.Answer(call.client(), call.number(), new Done(List.of(0L)));
    }

    @BeforeEach
    void connect() throws IOException {
        one = new Fake(1);
        two = new Fake(2);
        client = GodwitClient.connect(
                new ClientConfig("c", List.of(HOST + ":" + one.listener.port()), null, LONG, LONG, 10, Map.of()));
    }

    @AfterEach
    void close() {
        client.close();
        one.close();
        two.close();
    }

    /** A write that has come to the one who was the primary. */
    private CompletableFuture<Void> write() {
        return client.map("m").putAsync(KEY, KEY);
    }

    @Test
    void whatWaitsAtAFormerPrimaryIsRepeatedAtTheNewOne() throws Exception {
        CompletableFuture<Void> put = write();
        Frame.Call first = one.next();
        one.say(table(2, 2));
        Frame.Call again = two.next();
        assertEquals(first, again, "the same call under the same number");
        two.say(answer(again));
        put.get(30, TimeUnit.SECONDS);
    }

    @Test
    void theFormerPrimaryMayStillAnswer() throws Exception {
        CompletableFuture<Void> put = write();
        Frame.Call first = one.next();
        one.say(table(2, 2));
        two.next();
        one.say(answer(first));
        put.get(30, TimeUnit.SECONDS);
    }

    @Test
    void nothingIsRepeatedWithoutAnotherPrimary() throws Exception {
        CompletableFuture<Void> put = write();
        Frame.Call first = one.next();
        // A newer version with the same primary, and an older one with another.
        one.say(table(3, 1));
        one.say(table(2, 2));
        one.say(answer(first));
        put.get(30, TimeUnit.SECONDS);
        assertTrue(one.calls.isEmpty() && two.calls.isEmpty());
    }

    @Test
    void whatWasSentBeforeMayHaveBeenCarriedOut() throws Exception {
        CompletableFuture<Void> put = write();
        one.next();
        one.say(table(2, 2));
        Frame.Call again = two.next();
        two.say(new Frame.Answer(again.client(), again.number(), new Refused("no room is left")));
        CompletionException failure = assertThrows(CompletionException.class, put::join);
        assertEquals(Outcome.UNKNOWN, ((CallException) failure.getCause()).outcome());
    }
}
