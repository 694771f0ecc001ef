package io.godwit.client;

import io.godwit.client.CallException.Outcome;
import io.godwit.client.invocation.Callback;
import io.godwit.client.invocation.FrameConnector;
import io.godwit.client.invocation.InvocationService;
import io.godwit.client.invocation.Routes;
import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.netty.NettyTransport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A client of a cluster. Thread-safe; one for a process is enough.
 *
 * <pre>{@code
 * try (GodwitClient client = GodwitClient.connect(ClientConfig.of("dev", List.of("127.0.0.1:5701")))) {
 *     GodwitMap map = client.map("capitals");
 *     map.put("no".getBytes(UTF_8), "Oslo".getBytes(UTF_8));
 *     map.get("no".getBytes(UTF_8)).ifPresent(...);
 * }
 * }</pre>
 *
 * <p>A call that fails with {@link CallException} says whether its outcome is known. Calls are repeated until their time is
 * up, and never carried out twice.
 */
public final class GodwitClient implements AutoCloseable {
    /** How long {@link #close} waits for the client's thread. */
    private static final long CLOSE_MILLIS = 1_000;

    private final long timeoutNanos;
    private final NettyTransport transport;
    private final Executor executor;
    private final InvocationService service;
    /** All futures that are not completed yet. */
    private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();
    /** Open until the client's thread has ended. */
    private final CountDownLatch running = new CountDownLatch(1);

    /** The failure of calls that the client's thread did not process; null while it runs. */
    private volatile CallException ended;

    private volatile Thread thread;
    private volatile Routes routes;

    private GodwitClient(ClientConfig config) {
        timeoutNanos = config.invocations().timeoutNanos();
        Limits limits = config.limits();
        Clock clock = new SystemClock();
        transport = new NettyTransport("godwit-client-net", 1, limits.patience(), config.tls(), config.via());
        executor = transport
                .executors()
                .createForNetwork(
                        "godwit-client",
                        failure -> end(new CallException(Outcome.UNKNOWN, "the client has failed: " + failure)));
        service = new InvocationService(
                config.invocations(), clock, executor, new FrameConnector(new Connections(transport, clock, limits)));
    }

    /**
     * Connects to a cluster.
     *
     * @throws CallException if no member could be reached in time, or a member refused the connection
     */
    public static GodwitClient connect(ClientConfig config) {
        GodwitClient client = new GodwitClient(config);
        try {
            client.start();
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
        return client;
    }

    private void start() {
        executor.execute(() -> thread = Thread.currentThread());
        try {
            routes = this.<Routes>future(service::start).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(Outcome.NOT_DONE, "interrupted");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CallException cause ? cause : new IllegalStateException(e.getCause());
        }
    }

    /** The layout of maps over partitions. */
    Routes routes() {
        return routes;
    }

    /** The time limit of a call. */
    long timeoutNanos() {
        return timeoutNanos;
    }

    /** Sends a call for a key. */
    CompletableFuture<Result> call(OnMap operation, boolean relaxed) {
        return future(callback -> service.invoke(operation, relaxed, callback));
    }

    /** Sends calls for many keys, those for one member together; the future does not fail. */
    CompletableFuture<List<KeyResult<Result>>> callMany(List<OnMap> operations) {
        if (operations.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        KeyResults results = new KeyResults(operations.size());
        return this.<List<KeyResult<Result>>>future(
                        callback -> service.invokeMany(operations, results.whenAllAreThere(callback)))
                .exceptionally(failure -> results.withFailure(ended));
    }

    /** Sends a call to a partition. */
    CompletableFuture<Result> call(int partition, OnMap operation) {
        return future(callback -> service.invoke(partition, operation, callback));
    }

    /** Sends a call for all partitions of a map; the result is the sum of what they return. */
    CompletableFuture<Long> sum(Verb verb, Bytes map, boolean relaxed) {
        return future(callback -> service.invokeOnPartitions(verb, map, routes.partitions(map), relaxed, callback));
    }

    /** Starts a task that completes the future. The future is also completed when the client is closed. */
    private <T> CompletableFuture<T> future(Consumer<Callback<T>> begin) {
        CompletableFuture<T> future = new CompletableFuture<>();
        pending.add(future);
        begin.accept(new Callback<>() {
            @Override
            public void done(T result) {
                pending.remove(future);
                future.complete(result);
            }

            @Override
            public void failed(CallException cause) {
                pending.remove(future);
                future.completeExceptionally(cause);
            }
        });
        if (ended != null) {
            // The thread has perhaps dropped it.
            failPending();
        }
        return future;
    }

    private void failPending() {
        pending.removeIf(future -> {
            future.completeExceptionally(ended);
            return true;
        });
    }

    /**
     * Returns the map with the given name. Maps need not be created.
     *
     * @throws IllegalArgumentException if the name has more than 256 bytes
     */
    public GodwitMap map(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > Maps.LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "a map name has at most " + Maps.LONGEST_NAME + " bytes, not " + bytes.length);
        }
        return new GodwitMap(this, Bytes.owning(bytes));
    }

    /**
     * Returns a view of the map with the given name, with keys and values of certain types.
     *
     * @throws IllegalArgumentException if the name has more than 256 bytes
     */
    public <K, V> TypedMap<K, V> map(String name, Codec<K> keys, Codec<V> values) {
        return new TypedMap<>(map(name), keys, values);
    }

    /** Returns a number stored under a key of a map. */
    public AtomicLongView atomicLong(String map, String key) {
        return new AtomicLongView(map(map), key.getBytes(StandardCharsets.UTF_8));
    }

    /** A value stored under a key of a map. */
    public AtomicReferenceView atomicReference(String map, String key) {
        return new AtomicReferenceView(map(map), key.getBytes(StandardCharsets.UTF_8));
    }

    /** The number of partitions of each map. */
    public int partitions() {
        return routes.partitionsPerRange();
    }

    /** Closes the client; pending calls fail. */
    @Override
    public void close() {
        service.close();
        executor.execute(() -> {
            executor.close();
            end(InvocationService.isClosed());
        });
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            // If it takes longer, user code blocks the client's thread, perhaps waiting for this method.
            if (running.await(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                transport.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The client's thread has stopped. */
    private void end(CallException reason) {
        ended = reason;
        failPending();
        transport.close();
        running.countDown();
    }
}
