package io.godwit.simulation.cluster;

import io.godwit.client.CallException;
import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.Callback;
import io.godwit.client.invocation.FrameConnector;
import io.godwit.client.invocation.InvocationConfig;
import io.godwit.client.invocation.InvocationService;
import io.godwit.client.invocation.KeyCallback;
import io.godwit.client.invocation.Routes;
import io.godwit.environment.Executor;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.SeededRandom;
import io.godwit.simulation.linear.History.RecordedCall;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.frame.PartitionSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** A process of a client: the unchanged client library in a simulated environment. */
final class SimulatedClient {
    private static final long MILLI = 1_000_000;
    private static final long TIMEOUT = 2_500 * MILLI;
    private static final long ATTEMPT = 250 * MILLI;
    private static final long RECONNECT_MICROS = 50_000;

    private final SimulatedCluster<?> cluster;
    private final int id;
    private final BatchCounter batches;
    private final InvocationService service;
    private Routes routes;
    private boolean closed;
    private final int sessions;
    /** Calls that have not ended, by their number, in the form for the history if they never end. */
    private final Map<Long, RecordedCall> open = new LinkedHashMap<>();

    private final List<Runnable> waiting = new ArrayList<>();

    /**
     * A client that begins to connect.
     *
     * @param home the site where it runs
     * @param chance for its process
     * @param sessions maximum number of concurrent calls
     */
    SimulatedClient(SimulatedCluster<?> cluster, int id, int home, SeededRandom chance, int sessions) {
        this.sessions = sessions;
        this.cluster = cluster;
        this.id = id;
        SimulatedProcess process = cluster.process(home, chance);
        Executor thread = process.create("client-" + id, cause -> {
            throw new IllegalStateException(cause);
        });
        // A call that was refused has not been carried out; if the network repeated it, it might be carried out later.
        SimulatedTransport transport = new SimulatedTransport(cluster.network(), process, home, false);
        Connections connections = new Connections(transport, process, Limits.DEFAULT);
        this.batches = new BatchCounter(new FrameConnector(connections));
        List<Address> addresses = cluster.addresses(cluster.plan().members()).stream()
                .map(Address::parse)
                .toList();
        this.service = new InvocationService(
                new InvocationConfig(cluster.name(), addresses, TIMEOUT, ATTEMPT, sessions), process, thread, batches);
        connect();
    }

    private void connect() {
        service.start(new Callback<>() {
            @Override
            public void done(Routes found) {
                routes = found;
                waiting.forEach(Runnable::run);
                waiting.clear();
            }

            @Override
            public void failed(CallException cause) {
                if (closed) {
                    return;
                }
                cluster.after(RECONNECT_MICROS, SimulatedClient.this::connect);
            }
        });
    }

    /**
     * Makes a call, as soon as the client is connected.
     *
     * @param number the client's number of the call
     * @param done gets the call when it has ended; null if it was certainly not carried out
     */
    void call(long number, Operation operation, Consumer<RecordedCall> done) {
        long invoked = cluster.now();
        open.put(number, RecordedCall.unanswered(id, number, operation, invoked));
        boolean waits = open.size() > sessions;
        if (waits) {
            cluster.reached(CoverageGoal.CALLS);
        }
        Runnable begin = () -> service.invoke(cluster.calls().of(operation), false, new Callback<>() {
            @Override
            public void done(Result heard) {
                open.remove(number);
                if (waits) {
                    cluster.reached(CoverageGoal.CALLS_CONTINUE);
                }
                done.accept(new RecordedCall(id, number, operation, invoked, cluster.now(), MapCalls.result(heard)));
            }

            @Override
            public void failed(CallException cause) {
                RecordedCall unanswered = open.remove(number);
                done.accept(cause.outcome() == CallException.Outcome.UNKNOWN ? unanswered : null);
            }
        });
        if (isConnected()) {
            begin.run();
        } else {
            waiting.add(begin);
        }
    }

    /**
     * Makes a call for many keys, as soon as the client is connected.
     *
     * @param first the client's number of the first one
     * @param done gets each operation when its call has ended, and the call; null if it was certainly not carried out
     */
    void callMany(long first, List<Operation> operations, BiConsumer<Operation, RecordedCall> done) {
        long invoked = cluster.now();
        for (int i = 0; i < operations.size(); i++) {
            open.put(first + i, RecordedCall.unanswered(id, first + i, operations.get(i), invoked));
        }
        List<OnMap> calls = operations.stream().map(cluster.calls()::of).toList();
        Runnable begin = () -> service.invokeMany(calls, new KeyCallback() {
            @Override
            public void done(int index, Result heard) {
                open.remove(first + index);
                Operation operation = operations.get(index);
                Result result = MapCalls.result(heard);
                done.accept(operation, new RecordedCall(id, first + index, operation, invoked, cluster.now(), result));
            }

            @Override
            public void failed(int index, CallException cause) {
                RecordedCall unanswered = open.remove(first + index);
                done.accept(
                        operations.get(index), cause.outcome() == CallException.Outcome.UNKNOWN ? unanswered : null);
            }
        });
        if (isConnected()) {
            begin.run();
        } else {
            waiting.add(begin);
        }
    }

    /** The number of frames with several calls that it has sent. */
    int batches() {
        return batches.sent();
    }

    /** Makes any call for a key at once, which is not among those that are {@link #open}. */
    void call(OnMap operation, boolean relaxed, Callback<Result> callback) {
        service.invoke(operation, relaxed, callback);
    }

    /** Makes a call to a partition at once. */
    void callPartition(int partition, OnMap operation, Callback<Result> callback) {
        service.invoke(partition, operation, callback);
    }

    /** The partitions that hold a map. */
    PartitionSet partitions(Bytes map) {
        return routes.partitions(map);
    }

    /** The partition of a key. */
    int partition(Bytes map, Bytes key) {
        return routes.partition(map, key);
    }

    /** Makes a call for all partitions of a map at once. */
    void callOnPartitions(Verb verb, Bytes map, boolean relaxed, Callback<Long> callback) {
        service.invokeOnPartitions(verb, map, routes.partitions(map), relaxed, callback);
    }

    /** Whether it was not closed. */
    boolean isOpen() {
        return !closed;
    }

    boolean isConnected() {
        return routes != null;
    }

    /** Ends the client: all calls that are under way fail. */
    void close() {
        closed = true;
        service.close();
    }

    /** The calls that have not ended. */
    Collection<RecordedCall> open() {
        return open.values();
    }
}
