package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.godwit.client.CallException;
import io.godwit.environment.ManualEnvironment;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Members 1, 2, ... at h:1, h:2, ..., which do what a test wants, and a client of theirs. Nothing happens at the same time. */
final class FakeCluster implements Connector {
    static final Bytes CLUSTER = Bytes.owning(new byte[16]);
    static final int ATTEMPT_MILLIS = 500;
    static final int TIMEOUT_MILLIS = 10_000;

    final ManualEnvironment environment = new ManualEnvironment(1, Long.MAX_VALUE - 1_000_000_000);
    final Map<Address, FakeMember> members = new LinkedHashMap<>();
    /** Everything that has reached a member, in order. */
    final List<String> journal = new ArrayList<>();

    /** Sessions of the clients. */
    int sessions = 10;

    private final int partitions;

    FakeCluster(int size) {
        this(size, 1);
    }

    FakeCluster(int size, int partitions) {
        this.partitions = partitions;
        IntStream.rangeClosed(1, size).mapToObj(FakeMember::new).forEach(it -> members.put(it.address, it));
    }

    FakeMember member(int number) {
        return members.get(new Address("h", number));
    }

    InvocationConfig config(int... known) {
        List<Address> addresses =
                IntStream.of(known).mapToObj(it -> new Address("h", it)).toList();
        return new InvocationConfig("c", addresses, TIMEOUT_MILLIS * 1_000_000L, ATTEMPT_MILLIS * 1_000_000L, sessions);
    }

    /** A client that is connected with member 1, and knows which one leads the only partition. */
    InvocationService connected(InvocationConfig config, int primary) {
        InvocationService service = new InvocationService(config, environment, environment, this);
        Recorded<Routes> started = new Recorded<>();
        service.start(started);
        environment.run();
        assertNotNull(started.result);
        member(1).say(table(1, primary));
        environment.run();
        return service;
    }

    /** With all members. */
    Table table(int version, int primary) {
        List<Peer> peers = members.values().stream().map(it -> it.peer).toList();
        return new Table(version, List.of(new Route(0, new Version(1, version), primary)), peers);
    }

    static Recorded<Result> put(InvocationService service, int key) {
        return call(service, Verb.PUT, key);
    }

    static Recorded<Result> call(InvocationService service, Verb verb, int key) {
        Recorded<Result> result = new Recorded<>();
        Bytes value = verb == Verb.GET ? Bytes.EMPTY : Bytes.ofNumber(key);
        service.invoke(new OnMap(verb, Bytes.EMPTY, Bytes.ofNumber(key), value, Bytes.EMPTY), false, result);
        return result;
    }

    static Frame.Answer done(Frame.Call call) {
        return answer(call, new Done(List.of(0L)));
    }

    static Frame.Answer answer(Frame.Call call, Result result) {
        return new Frame.Answer(call.client(), call.number(), result);
    }

    @Override
    public void connect(Address address, Hello hello, Handler handler) {
        FakeMember member = members.get(address);
        journal.add("connect " + address);
        member.greeting = hello;
        if (member.silent) {
            member.unanswered.add(handler);
        } else if (member.refusal != null) {
            handler.failed(member.refusal);
        } else {
            member.channel = new FakeChannel(member, handler);
            handler.welcomed(member.channel, member.welcome);
        }
    }

    /** A member. */
    final class FakeMember {
        final int number;
        final Address address;
        final Peer peer;
        final Deque<Frame.Call> calls = new ArrayDeque<>();
        final Deque<Frame.CallBatch> callBatches = new ArrayDeque<>();
        final Deque<Frame.PartitionsCall> partitionsCalls = new ArrayDeque<>();
        final List<Handler> unanswered = new ArrayList<>();
        Welcome welcome;
        /** How it was greeted last. */
        Hello greeting;
        /** How it answers to greetings, null for a welcome. */
        IOException refusal;
        /** Whether it does not answer to greetings at all. */
        boolean silent;

        FakeChannel channel;
        int tableRequests;

        FakeMember(int number) {
            this.number = number;
            this.address = new Address("h", number);
            this.peer = new Peer(number, CLUSTER, "h", number);
            this.welcome = new Welcome(peer, CLUSTER, partitions, Maps.all(1), 1, List.of(peer), List.of(peer));
        }

        /** The only call that has come and was not asked for yet. */
        Frame.Call next() {
            environment.run();
            assertEquals(1, calls.size(), "calls at " + number);
            return calls.remove();
        }

        /** Sends a frame by the last connection. */
        void say(Frame frame) {
            channel.handler.received(frame);
            environment.run();
        }

        /** Breaks the last connection. */
        void disconnect() {
            assertFalse(channel.closed);
            channel.closed = true;
            channel.handler.closed();
        }
    }

    /** A connection. */
    final class FakeChannel implements Channel {
        final Handler handler;
        private final FakeMember member;
        boolean closed;

        FakeChannel(FakeMember member, Handler handler) {
            this.member = member;
            this.handler = handler;
        }

        @Override
        public boolean send(Frame frame) {
            journal.add(environment.nanoTime() + " " + member.number + " " + frame);
            if (frame instanceof Frame.Call call) {
                member.calls.add(call);
            } else if (frame instanceof Frame.CallBatch batch) {
                member.callBatches.add(batch);
            } else if (frame instanceof Frame.PartitionsCall call) {
                member.partitionsCalls.add(call);
            } else {
                member.tableRequests++;
            }
            return true;
        }

        @Override
        public boolean isOpen() {
            return !closed;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** What a callback was told. */
    static final class Recorded<T> implements Callback<T> {
        T result;
        CallException failure;

        @Override
        public void done(T value) {
            assertFalse(isOver());
            result = value;
        }

        @Override
        public void failed(CallException cause) {
            assertFalse(isOver());
            failure = cause;
        }

        boolean isOver() {
            return result != null || failure != null;
        }
    }
}
