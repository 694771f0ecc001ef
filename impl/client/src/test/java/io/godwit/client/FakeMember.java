package io.godwit.client;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Transport;
import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.HandshakeHandler;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Frame.TableRequest;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.netty.NettyTransport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Takes calls, and answers what the test wants. Its table says that 1 leads all partitions, if it is asked. */
final class FakeMember implements HandshakeHandler, Receiver, AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final Bytes CLUSTER = Bytes.owning(new byte[16]);

    private final int number;
    private final int partitions;
    private final NettyTransport transport = new NettyTransport("fake", 1, Limits.DEFAULT.patience(), null, Map.of());
    private final Transport.Listener listener;
    private final BlockingQueue<Frame.Call> calls = new LinkedBlockingQueue<>();
    private volatile Connection last;
    private volatile Frame.PartitionsCall lastPartitionsCall;
    /** Makes the answer to each call; null for a member that does not answer. */
    private volatile Function<Frame.Call, Result> answering;
    /** The refusal that every client gets; null for a member that welcomes clients. */
    volatile Frame.Refusal refusal;

    FakeMember(int number) throws IOException {
        this(number, 1);
    }

    FakeMember(int number, int partitions) throws IOException {
        this.number = number;
        this.partitions = partitions;
        Connections connections = new Connections(transport, new SystemClock(), Limits.DEFAULT);
        listener = connections.listen(HOST, 0, new FrameCodec(partitions), this);
    }

    Peer peer() {
        return new Peer(number, CLUSTER, HOST, listener.port());
    }

    String address() {
        return peer().address();
    }

    @Override
    public Decision greet(Connection connection, Hello hello) {
        if (refusal != null) {
            return new Refuse(refusal);
        }
        // Of others the client learns with a table, so that it begins with whom it has dialled.
        List<Peer> first = List.of(peer());
        return new Accept(new Welcome(peer(), CLUSTER, partitions, Maps.all(1), 1, first, first), this);
    }

    @Override
    public void received(Connection connection, Frame frame) {
        if (frame instanceof TableRequest) {
            List<Route> routes = IntStream.range(0, partitions)
                    .mapToObj(p -> new Route(p, new Version(1, 1), 1))
                    .toList();
            connection.send(new Table(0, routes, List.of(peer())));
        } else if (frame instanceof Frame.PartitionsCall call) {
            lastPartitionsCall = call;
            connection.send(new Frame.PartitionsAnswer(
                    call.client(), call.number(), 33, call.partitions(), PartitionSet.NONE, ""));
        } else if (frame instanceof Frame.Call call) {
            last = connection;
            calls.add(call);
            Function<Frame.Call, Result> answers = answering;
            if (answers != null) {
                connection.send(new Frame.Answer(call.client(), call.number(), answers.apply(call)));
            }
        }
    }

    /** Answers each call from now on. */
    void answer(Function<Frame.Call, Result> answers) {
        answering = answers;
    }

    /** The next call that comes. */
    Frame.Call next() throws InterruptedException {
        Frame.Call call = calls.poll(30, TimeUnit.SECONDS);
        assertNotNull(call, "no call came to " + number);
        return call;
    }

    /** The last call for many partitions, each of which was answered with 33. */
    Frame.PartitionsCall lastPartitionsCall() {
        return lastPartitionsCall;
    }

    /** Has every call been asked for that came? */
    boolean isIdle() {
        return calls.isEmpty();
    }

    /** Says something to whom the last call came from. */
    void say(Frame frame) {
        assertTrue(last.send(frame));
    }

    @Override
    public void closed(Connection connection) {}

    @Override
    public void refused(String remote, String why) {}

    @Override
    public void close() {
        listener.close();
        transport.close();
    }
}
