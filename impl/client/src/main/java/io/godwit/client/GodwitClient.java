package io.godwit.client;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Maps;
import java.nio.charset.StandardCharsets;

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
    private final Caller caller;

    private GodwitClient(Caller caller) {
        this.caller = caller;
    }

    /**
     * Connects to a cluster.
     *
     * @throws CallException if no member could be reached in time, or one has refused
     */
    public static GodwitClient connect(ClientConfig config) {
        Caller caller = new Caller(config);
        try {
            caller.start();
        } catch (RuntimeException e) {
            caller.close();
            throw e;
        }
        return new GodwitClient(caller);
    }

    /**
     * The map of that name. It need not be created.
     *
     * @throws IllegalArgumentException if the name has more than 256 bytes
     */
    public GodwitMap map(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > Maps.LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "the name of a map has at most " + Maps.LONGEST_NAME + " bytes, not " + bytes.length);
        }
        return new GodwitMap(caller, Bytes.owning(bytes));
    }

    /** A number under a key of a map. */
    public AtomicLongView atomicLong(String map, String key) {
        return new AtomicLongView(map(map), key.getBytes(StandardCharsets.UTF_8));
    }

    /** A value under a key of a map. */
    public AtomicReferenceView atomicReference(String map, String key) {
        return new AtomicReferenceView(map(map), key.getBytes(StandardCharsets.UTF_8));
    }

    /** How many partitions each map has. */
    public int partitions() {
        return caller.routes().width();
    }

    /** Ends the client; calls that are under way fail. */
    @Override
    public void close() {
        caller.close();
    }
}
