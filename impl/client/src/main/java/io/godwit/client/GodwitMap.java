package io.godwit.client;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.WrongKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A named map from byte arrays to byte arrays, lists or sets of them. All calls are linearizable, except those documented
 * as relaxed. {@link #size} and {@link #clear} are linearizable for each partition by itself.
 *
 * <p>Each call has two forms: one that blocks, and one that returns a future. The client's only thread completes futures:
 * dependent actions must not block on other calls there.
 */
public final class GodwitMap {
    /** Maximum size of a key or value, in bytes. */
    public static final int MAX_BYTES = 16 << 20;

    /** Longest key that a message shows as text, in bytes. */
    private static final int SHOWN = 64;
    /** The replacement for bytes that are not UTF-8. */
    private static final char UNREADABLE = '\uFFFD';

    private final GodwitClient client;
    private final Bytes name;

    GodwitMap(GodwitClient client, Bytes name) {
        this.client = client;
        this.name = name;
    }

    /** Returns the value of the key, or empty if it is absent. */
    public Optional<byte[]> get(byte[] key) {
        return wait(getAsync(key));
    }

    /** Returns the value of the key, or empty if it is absent. */
    public CompletableFuture<Optional<byte[]>> getAsync(byte[] key) {
        return key(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY, false).thenApply(GodwitMap::first);
    }

    /** Reads the value from any replica: faster, but possibly stale. */
    public Optional<byte[]> getRelaxed(byte[] key) {
        return wait(getRelaxedAsync(key));
    }

    /** Reads the value from any replica: faster, but possibly stale. */
    public CompletableFuture<Optional<byte[]>> getRelaxedAsync(byte[] key) {
        return key(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY, true).thenApply(GodwitMap::first);
    }

    /** Returns the items of a list in order, or the elements of a set; empty if the key is absent. */
    public List<byte[]> getAll(byte[] key) {
        return wait(getAllAsync(key));
    }

    /** Returns the items of a list in order, or the elements of a set; empty if the key is absent. */
    public CompletableFuture<List<byte[]>> getAllAsync(byte[] key) {
        return key(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY, false).thenApply(GodwitMap::all);
    }

    /** Reads a list or set from any replica: faster, but possibly stale. */
    public List<byte[]> getAllRelaxed(byte[] key) {
        return wait(getAllRelaxedAsync(key));
    }

    /** Reads a list or set from any replica: faster, but possibly stale. */
    public CompletableFuture<List<byte[]>> getAllRelaxedAsync(byte[] key) {
        return key(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY, true).thenApply(GodwitMap::all);
    }

    /** Sets the value of the key. */
    public void put(byte[] key, byte[] value) {
        wait(putAsync(key, value));
    }

    /** Sets the value of the key. */
    public CompletableFuture<Void> putAsync(byte[] key, byte[] value) {
        return key(Verb.PUT, key, value(value), Bytes.EMPTY, false).thenApply(done -> null);
    }

    /**
     * Sets the value of the key for a time. The key is removed when the clock of its partition's primary says that the time is over: not
     * earlier, and soon after. If the primary changes meanwhile, it may be earlier or later by as much as the two clocks differ.
     * Once a read has found the key absent, no later read finds this value, except a relaxed one. {@link #increment} keeps the time at
     * which the key is removed; each other change of the value sets it anew, or makes the value stay. In a map with an idle time
     * the key is also removed when nobody has used it for that long.
     *
     * @param lifetime 1 ms or more
     * @throws IllegalArgumentException if it is less
     */
    public void put(byte[] key, byte[] value, Duration lifetime) {
        wait(putAsync(key, value, lifetime));
    }

    /** Sets the value of the key for a time, as {@link #put(byte[], byte[], Duration)} does. */
    public CompletableFuture<Void> putAsync(byte[] key, byte[] value, Duration lifetime) {
        return key(Verb.PUT_FOR, key, value(value), millis(lifetime), false).thenApply(done -> null);
    }

    /**
     * Sets the value of the key if it is absent.
     *
     * @return whether the key was absent
     */
    public boolean putIfAbsent(byte[] key, byte[] value) {
        return wait(putIfAbsentAsync(key, value));
    }

    /**
     * Sets the value of the key for a time, as {@link #put(byte[], byte[], Duration)} does, if the key is absent.
     *
     * @return whether the key was absent
     */
    public boolean putIfAbsent(byte[] key, byte[] value, Duration lifetime) {
        return wait(putIfAbsentAsync(key, value, lifetime));
    }

    /** Sets the value of the key for a time if it is absent; the result says whether it was. */
    public CompletableFuture<Boolean> putIfAbsentAsync(byte[] key, byte[] value, Duration lifetime) {
        return key(Verb.PUT_IF_ABSENT_FOR, key, value(value), millis(lifetime), false)
                .thenApply(Done.class::isInstance);
    }

    private static Bytes millis(Duration lifetime) {
        long millis = lifetime.compareTo(Duration.ofMillis(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : lifetime.toMillis();
        if (millis <= 0) {
            throw new IllegalArgumentException("a lifetime is 1 ms or more, not " + lifetime);
        }
        return Bytes.ofNumber(millis);
    }

    /** Sets the value of the key if it is absent; the result says whether it was. */
    public CompletableFuture<Boolean> putIfAbsentAsync(byte[] key, byte[] value) {
        return key(Verb.PUT_IF_ABSENT, key, value(value), Bytes.EMPTY, false).thenApply(Done.class::isInstance);
    }

    /**
     * Sets the value of the key if it has the expected one (compare-and-set).
     *
     * @return whether the key had the expected value
     */
    public boolean replace(byte[] key, byte[] expected, byte[] value) {
        return wait(replaceAsync(key, expected, value));
    }

    /** Sets the value of the key if it has the expected one; the result says whether it did. */
    public CompletableFuture<Boolean> replaceAsync(byte[] key, byte[] expected, byte[] value) {
        return key(Verb.REPLACE, key, value(value), value(expected), false).thenApply(Done.class::isInstance);
    }

    /**
     * Removes the key.
     *
     * @return whether the key was present
     */
    public boolean remove(byte[] key) {
        return wait(removeAsync(key));
    }

    /** Removes the key; the result says whether it was present. */
    public CompletableFuture<Boolean> removeAsync(byte[] key) {
        return key(Verb.REMOVE, key, Bytes.EMPTY, Bytes.EMPTY, false).thenApply(result -> number(result) > 0);
    }

    /**
     * Adds to a number of eight bytes, big-endian; an absent key counts as 0.
     *
     * @return the new number
     */
    public long increment(byte[] key, long by) {
        return wait(incrementAsync(key, by));
    }

    /** Adds to a number of eight bytes, big-endian; the result is the new number. */
    public CompletableFuture<Long> incrementAsync(byte[] key, long by) {
        return key(Verb.INCREMENT, key, Bytes.ofNumber(by), Bytes.EMPTY, false).thenApply(GodwitMap::number);
    }

    /**
     * Appends an item to a list.
     *
     * @return the new number of items
     */
    public long append(byte[] key, byte[] item) {
        return wait(appendAsync(key, item));
    }

    /** Appends an item to a list; the result is the new number of items. */
    public CompletableFuture<Long> appendAsync(byte[] key, byte[] item) {
        return key(Verb.APPEND, key, value(item), Bytes.EMPTY, false).thenApply(GodwitMap::number);
    }

    /**
     * Adds an element to a set.
     *
     * @return whether the element was added
     */
    public boolean add(byte[] key, byte[] element) {
        return wait(addAsync(key, element));
    }

    /** Adds an element to a set; the result says whether it was added. */
    public CompletableFuture<Boolean> addAsync(byte[] key, byte[] element) {
        return key(Verb.ADD, key, value(element), Bytes.EMPTY, false).thenApply(result -> number(result) > 0);
    }

    /**
     * Returns the values of many keys. Each key is read by a call for itself, which may fail for itself; the calls for keys of one member
     * are requests of up to 256 calls. At most as many calls are under way as {@link ClientConfig} allows, and the time limit is that of
     * each call.
     *
     * @return a result for each key, in the order of the keys: its value, or empty if it is absent
     */
    public List<KeyResult<Optional<byte[]>>> getMany(Collection<byte[]> keys) {
        return wait(getManyAsync(keys));
    }

    /** Returns the values of many keys as {@link #getMany} does; the future does not fail. */
    public CompletableFuture<List<KeyResult<Optional<byte[]>>>> getManyAsync(Collection<byte[]> keys) {
        return many(keys, key -> operation(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY), GodwitMap::first);
    }

    /**
     * Sets the values of many keys, each by a call for itself as with {@link #getMany}. If a key is there twice, either value
     * may be the last.
     *
     * @return a result for each key, in the order of the keys; without a failure, the value is set
     */
    public List<KeyResult<Void>> putMany(Collection<Map.Entry<byte[], byte[]>> entries) {
        return wait(putManyAsync(entries));
    }

    /** Sets the values of many keys as {@link #putMany} does; the future does not fail. */
    public CompletableFuture<List<KeyResult<Void>>> putManyAsync(Collection<Map.Entry<byte[], byte[]>> entries) {
        return many(
                entries,
                entry -> operation(Verb.PUT, entry.getKey(), value(entry.getValue()), Bytes.EMPTY),
                done -> null);
    }

    /**
     * Removes many keys, each by a call for itself as with {@link #getMany}.
     *
     * @return a result for each key, in the order of the keys: whether it was present
     */
    public List<KeyResult<Boolean>> removeMany(Collection<byte[]> keys) {
        return wait(removeManyAsync(keys));
    }

    /** Removes many keys as {@link #removeMany} does; the future does not fail. */
    public CompletableFuture<List<KeyResult<Boolean>>> removeManyAsync(Collection<byte[]> keys) {
        return many(keys, key -> operation(Verb.REMOVE, key, Bytes.EMPTY, Bytes.EMPTY), result -> number(result) > 0);
    }

    /** All keys and values are checked before the first call. */
    private <K, T> CompletableFuture<List<KeyResult<T>>> many(
            Collection<K> keys, Function<K, OnMap> operation, Function<Result, T> read) {
        List<OnMap> operations = keys.stream().map(operation).toList();
        return client.callMany(operations).thenApply(results -> IntStream.range(0, results.size())
                .mapToObj(i -> results.get(i).map(result -> read.apply(checked(result, operations.get(i)))))
                .toList());
    }

    /** Returns the number of keys. */
    public long size() {
        return wait(client.sum(Verb.SIZE, name, false));
    }

    /** Returns the number of keys according to any replica of each partition: faster, but possibly stale. */
    public long sizeRelaxed() {
        return wait(client.sum(Verb.SIZE, name, true));
    }

    /**
     * Removes all keys of the map.
     *
     * @return the number of removed keys
     */
    public long clear() {
        return wait(client.sum(Verb.CLEAR, name, false));
    }

    /**
     * Reads the changes of the map from now on.
     *
     * @throws CallException if some partition cannot be asked in time
     */
    public ChangeReader changes() {
        return ChangeReader.fromNow(client, name);
    }

    /**
     * Reads the changes of the map that come after those that another reader has read.
     *
     * @param from that reader's {@link ChangeReader#positions positions}
     * @throws IllegalArgumentException if they are of another map, or of another number of partitions
     */
    public ChangeReader changes(ChangePositions from) {
        return ChangeReader.from(client, name, from);
    }

    /**
     * Reads what the map has, as {@link ChangeReader#restart} does, and then its changes.
     *
     * @param consumer gets what the map has
     * @throws CallException if some partition cannot be asked in time
     */
    public ChangeReader changes(Consumer<Change> consumer) {
        ChangeReader reader = ChangeReader.fromScan(client, name);
        reader.restart(consumer);
        return reader;
    }

    /** The number of backups of each partition of the map. */
    public int backups() {
        return client.routes().backups(name);
    }

    private CompletableFuture<Result> key(Verb verb, byte[] key, Bytes value, Bytes expected, boolean relaxed) {
        return call(operation(verb, key, value, expected), relaxed);
    }

    private OnMap operation(Verb verb, byte[] key, Bytes value, Bytes expected) {
        return new OnMap(verb, name, value(key), value, expected);
    }

    private CompletableFuture<Result> call(OnMap operation, boolean relaxed) {
        return client.call(operation, relaxed).thenApply(result -> checked(result, operation));
    }

    /** A copy, because the caller may change its array. */
    private static Bytes value(byte[] value) {
        if (value.length > MAX_BYTES) {
            throw new IllegalArgumentException("a key or value has at most 16 MiB, not " + value.length + " bytes");
        }
        return Bytes.of(value);
    }

    private static Result checked(Result result, OnMap operation) {
        if (result instanceof WrongKind) {
            throw new WrongKindException(
                    operation.verb() + " cannot be applied to the value of key " + shown(operation.keyBytes()));
        }
        return result;
    }

    /** A key for messages: short ones as text, otherwise the first bytes in hexadecimal. */
    static String shown(Bytes key) {
        String text = key.length() > SHOWN ? "" : new String(key.shared(), StandardCharsets.UTF_8);
        boolean readable =
                !text.isEmpty() && text.chars().noneMatch(it -> Character.isISOControl(it) || it == UNREADABLE);
        return readable ? '"' + text + '"' : key.toString();
    }

    private static Optional<byte[]> first(Result result) {
        List<Bytes> values = ((Found) result).values();
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(0).toArray());
    }

    private static List<byte[]> all(Result result) {
        return ((Found) result).values().stream().map(Bytes::toArray).toList();
    }

    private static long number(Result result) {
        return ((Done) result).values().get(0);
    }

    private static <T> T wait(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Applies a function atomically: reads, computes and compares-and-sets until that succeeds. */
    Optional<byte[]> update(byte[] key, Function<Optional<byte[]>, byte[]> change) {
        while (true) {
            Optional<byte[]> before = get(key);
            byte[] after = change.apply(before);
            boolean done = before.isPresent() ? replace(key, before.get(), after) : putIfAbsent(key, after);
            if (done) {
                return Optional.of(after);
            }
        }
    }
}
