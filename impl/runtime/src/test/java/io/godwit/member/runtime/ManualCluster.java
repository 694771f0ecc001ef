package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.Callback;
import io.godwit.client.invocation.FrameConnector;
import io.godwit.client.invocation.InvocationConfig;
import io.godwit.client.invocation.InvocationService;
import io.godwit.client.invocation.Routes;
import io.godwit.environment.Environment;
import io.godwit.environment.Executor;
import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Storage;
import io.godwit.member.limit.Limit;
import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.connection.MemoryTransport;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.VectorTime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Members at h:1, h:2, ... and clients, in the test's thread. */
final class ManualCluster {
    static final int PARTITIONS = 4;
    static final int HEARTBEAT_MILLIS = 100;
    static final int SUSPECT_MILLIS = 1_000;
    private static final long MILLI = 1_000_000;

    final ManualEnvironment environment = new ManualEnvironment(1, 0) {
        @Override
        public Timer schedule(Executor on, long delayNanos, Runnable task) {
            return super.schedule(on, delayNanos, on instanceof Part part ? () -> part.run(task) : task);
        }
    };
    private final MemoryTransport network = new MemoryTransport(environment);

    /** Founders, which look for each other. */
    List<Node> founders(int count) throws IOException {
        return founders(count, MapSettings.NONE);
    }

    List<Node> founders(int count, MapSettings settings) throws IOException {
        List<String> list =
                IntStream.rangeClosed(1, count).mapToObj(port -> "h:" + port).toList();
        List<Node> nodes = new ArrayList<>();
        for (int port = 1; port <= count; port++) {
            nodes.add(new Node(config("c", port, list).withMapSettings(settings)));
        }
        return nodes;
    }

    static RuntimeConfig config(String cluster, int port, List<String> list) {
        return config(cluster, port, list, Maps.all(1));
    }

    static RuntimeConfig config(String cluster, int port, List<String> list, Maps maps) {
        return new RuntimeConfig(
                cluster, "h", port, list, PARTITIONS, maps, 4, HEARTBEAT_MILLIS, SUSPECT_MILLIS, 60, 0, 0);
    }

    /** One of the executors of a process: its end is not that of the others. */
    private final class Part implements Executor {
        private boolean closed;

        @Override
        public void execute(Runnable task) {
            environment.execute(() -> run(task));
        }

        private void run(Runnable task) {
            if (!closed) {
                task.run();
            }
        }

        @Override
        public void yieldThread() {}

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A process, perhaps a member. */
    final class Node implements RuntimeHooks {
        final MemoryTransport transport = network.another();
        final List<String> log = new ArrayList<>();
        /** What its failure detector has found. */
        final List<Event> detected = new ArrayList<>();
        /** What its engine was given from others. */
        final List<Event.Deliver> delivered = new ArrayList<>();

        final List<Limit> limits = new ArrayList<>();
        /** What it was told of its own life. */
        final List<String> life = new ArrayList<>();
        /** What others know to have happened, as it was told. */
        final List<VectorTime> heard = new ArrayList<>();

        long answers;
        final MemberRuntime runtime;
        IOException failure;
        boolean left;

        /** A process that keeps nothing when it ends. */
        Node(RuntimeConfig config) throws IOException {
            this(config, null);
        }

        Node(RuntimeConfig config, Storage storage) throws IOException {
            Executor.Factory executors = (name, failed) -> new Part();
            runtime = new MemberRuntime(config, new Environment(environment, executors, transport, storage), this);
            runtime.start(config.members());
        }

        QuorumState state() {
            return runtime.state().orElseThrow();
        }

        ClusterMember member() {
            return runtime.member().orElseThrow();
        }

        int number() {
            return member().identity().self().number();
        }

        /** Its process ends. */
        void crash() {
            runtime.close();
            transport.end();
        }

        @Override
        public Protocol<QuorumState> protocol() {
            return new QuorumProtocol();
        }

        @Override
        public StepListener<QuorumState> steps() {
            return new StepListener<>() {
                @Override
                public void stepped(QuorumState before, Event event, Step<QuorumState> step) {
                    if (event instanceof Event.Suspect || event instanceof Event.Trust) {
                        detected.add(event);
                    } else if (event instanceof Event.Deliver deliver) {
                        delivered.add(deliver);
                    }
                }

                @Override
                public void answered(Command.Answer answer) {
                    answers++;
                }
            };
        }

        @Override
        public EventRecorder.Factory recorders() {
            return (identity, restarted, state) -> new EventRecorder() {
                @Override
                public ActionListener actionListener() {
                    return null;
                }

                @Override
                public VectorTime vectorTime() {
                    return VectorTime.of(identity.self().number());
                }

                @Override
                public void heard(VectorTime time) {
                    heard.add(time);
                }

                @Override
                public void close(QuorumState last) {
                    life.add("recorded to term " + last.control().term());
                }
            };
        }

        @Override
        public void reached(Limit limit) {
            limits.add(limit);
        }

        @Override
        public void joined(Identity identity) {
            life.add("joined as " + identity.self().number());
        }

        @Override
        public void running() {
            life.add("running");
        }

        @Override
        public MemberLog log() {
            return (number, term, partition, text) -> log.add(number + " " + partition + " " + text);
        }

        @Override
        public void notJoined(IOException cause) {
            failure = cause;
        }

        @Override
        public void left() {
            left = true;
        }

        @Override
        public void failed(Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }

    /** A client that knows one of the members. */
    Client client(int port) {
        return new Client(port);
    }

    /** Makes one call after the other. */
    final class Client implements Callback<Result> {
        private final InvocationService service;
        private Routes routes;
        private Result result;
        private CallException failure;

        private Client(int port) {
            FrameConnector connector =
                    new FrameConnector(new Connections(network.another(), environment, Limits.DEFAULT));
            InvocationConfig config =
                    new InvocationConfig("c", List.of(new Address("h", port)), 10_000 * MILLI, 500 * MILLI, 4);
            service = new InvocationService(config, environment, environment, connector);
            service.start(new Callback<>() {
                @Override
                public void done(Routes found) {
                    routes = found;
                }

                @Override
                public void failed(CallException cause) {
                    throw cause;
                }
            });
            environment.run();
            assertNotNull(routes);
        }

        Result call(OnMap operation, boolean relaxed) {
            service.invoke(operation, relaxed, this);
            return answered();
        }

        /** Makes a call that is not carried out; returns why. */
        String refusal(OnMap operation) {
            service.invoke(operation, false, this);
            await();
            assertNull(result);
            assertNotNull(failure);
            return failure.getMessage();
        }

        /** Makes a call for all partitions of a map, which returns a number. */
        long callOnPartitions(Verb verb, Bytes map, boolean relaxed) {
            service.invokeOnPartitions(verb, map, routes.partitions(map), relaxed, new Callback<>() {
                @Override
                public void done(Long sum) {
                    Client.this.done(new Result.Done(List.of(sum)));
                }

                @Override
                public void failed(CallException cause) {
                    Client.this.failed(cause);
                }
            });
            return ((Result.Done) answered()).values().get(0);
        }

        private void await() {
            result = null;
            failure = null;
            for (int i = 0; i < 1_001 && result == null && failure == null; i++) {
                environment.pass(10);
            }
        }

        private Result answered() {
            await();
            assertNull(failure);
            assertNotNull(result);
            return result;
        }

        @Override
        public void done(Result answer) {
            assertTrue(result == null && failure == null);
            result = answer;
        }

        @Override
        public void failed(CallException cause) {
            failure = cause;
        }
    }
}
