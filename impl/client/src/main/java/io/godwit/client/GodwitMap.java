package io.godwit.client;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.WrongKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * A named map from byte arrays to byte arrays, lists or sets of them. All calls are linearizable, unless they say that they
 * are relaxed. {@link #size} and {@link #clear} ask one partition after the other, and are linearizable for each.
 *
 * <p>Each call comes in two forms: one that waits, and one with a future. Futures are completed by the client's own thread:
 * what depends on them must not wait for other calls there.
 */
public final class GodwitMap {
    /** How many bytes a key or a value has at most. */
    public static final int LONGEST = 16 << 20;

    /** Longest key that a message shows as text, in bytes. */
    private static final int SHOWN = 64;
    /** What stands for bytes that are not UTF-8. */
    private static final char UNREADABLE = '\uFFFD';

    private final GodwitClient client;
    private final Bytes name;

    GodwitMap(GodwitClient client, Bytes name) {
        this.client = client;
        this.name = name;
    }

    /** What the key holds. */
    public Optional<byte[]> get(byte[] key) {
        return wait(getAsync(key));
    }

    /** What the key holds. */
    public CompletableFuture<Optional<byte[]>> getAsync(byte[] key) {
        return key(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY, false).thenApply(GodwitMap::first);
    }

    /** What some copy has for the key: fast, and perhaps old. */
    public Optional<byte[]> getRelaxed(byte[] key) {
        return wait(getRelaxedAsync(key));
    }

    /** What some copy has for the key: fast, and perhaps old. */
    public CompletableFuture<Optional<byte[]>> getRelaxedAsync(byte[] key) {
        return key(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY, true).thenApply(GodwitMap::first);
    }

    /** The items of a list from the first to the last, or the elements of a set; nothing if there is nothing. */
    public List<byte[]> getAll(byte[] key) {
        return wait(getAllAsync(key));
    }

    /** The items of a list from the first to the last, or the elements of a set; nothing if there is nothing. */
    public CompletableFuture<List<byte[]>> getAllAsync(byte[] key) {
        return key(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY, false).thenApply(GodwitMap::all);
    }

    /** What some copy has of a list or set: fast, and perhaps old. */
    public List<byte[]> getAllRelaxed(byte[] key) {
        return wait(getAllRelaxedAsync(key));
    }

    /** What some copy has of a list or set: fast, and perhaps old. */
    public CompletableFuture<List<byte[]>> getAllRelaxedAsync(byte[] key) {
        return key(Verb.GET, key, Bytes.EMPTY, Bytes.EMPTY, true).thenApply(GodwitMap::all);
    }

    /** Overwrites whatever the key holds. */
    public void put(byte[] key, byte[] value) {
        wait(putAsync(key, value));
    }

    /** Overwrites whatever the key holds. */
    public CompletableFuture<Void> putAsync(byte[] key, byte[] value) {
        return key(Verb.PUT, key, value(value), Bytes.EMPTY, false).thenApply(done -> null);
    }

    /**
     * Puts a value where there is nothing.
     *
     * @return was there nothing?
     */
    public boolean putIfAbsent(byte[] key, byte[] value) {
        return wait(putIfAbsentAsync(key, value));
    }

    /** Puts a value where there is nothing; was there nothing? */
    public CompletableFuture<Boolean> putIfAbsentAsync(byte[] key, byte[] value) {
        return key(Verb.PUT_IF_ABSENT, key, value(value), Bytes.EMPTY, false).thenApply(Done.class::isInstance);
    }

    /**
     * Puts a value where there is the expected one: compare-and-set.
     *
     * @return was it there?
     */
    public boolean replace(byte[] key, byte[] expected, byte[] value) {
        return wait(replaceAsync(key, expected, value));
    }

    /** Puts a value where there is the expected one; was it there? */
    public CompletableFuture<Boolean> replaceAsync(byte[] key, byte[] expected, byte[] value) {
        return key(Verb.REPLACE, key, value(value), value(expected), false).thenApply(Done.class::isInstance);
    }

    /**
     * Forgets the key.
     *
     * @return was there something?
     */
    public boolean remove(byte[] key) {
        return wait(removeAsync(key));
    }

    /** Forgets the key; was there something? */
    public CompletableFuture<Boolean> removeAsync(byte[] key) {
        return key(Verb.REMOVE, key, Bytes.EMPTY, Bytes.EMPTY, false).thenApply(result -> number(result) > 0);
    }

    /**
     * Adds to a number of eight bytes, the most significant first; 0 if there is nothing.
     *
     * @return the number after it
     */
    public long increment(byte[] key, long by) {
        return wait(incrementAsync(key, by));
    }

    /** Adds to a number of eight bytes, the most significant first, and returns it. */
    public CompletableFuture<Long> incrementAsync(byte[] key, long by) {
        return key(Verb.INCREMENT, key, Bytes.ofNumber(by), Bytes.EMPTY, false).thenApply(GodwitMap::number);
    }

    /**
     * Adds an item to the end of a list.
     *
     * @return how many items there are after it
     */
    public long append(byte[] key, byte[] item) {
        return wait(appendAsync(key, item));
    }

    /** Adds an item to the end of a list; how many are there after it? */
    public CompletableFuture<Long> appendAsync(byte[] key, byte[] item) {
        return key(Verb.APPEND, key, value(item), Bytes.EMPTY, false).thenApply(GodwitMap::number);
    }

    /**
     * Adds an element to a set.
     *
     * @return is it new?
     */
    public boolean add(byte[] key, byte[] element) {
        return wait(addAsync(key, element));
    }

    /** Adds an element to a set; is it new? */
    public CompletableFuture<Boolean> addAsync(byte[] key, byte[] element) {
        return key(Verb.ADD, key, value(element), Bytes.EMPTY, false).thenApply(result -> number(result) > 0);
    }

    /** How many keys the map has. */
    public long size() {
        return wait(sum(Verb.SIZE, false));
    }

    /** How many keys some copy of each partition has: fast, and perhaps old. */
    public long sizeRelaxed() {
        return wait(sum(Verb.SIZE, true));
    }

    /**
     * Forgets all keys of the map.
     *
     * @return how many there were
     */
    public long clear() {
        return wait(sum(Verb.CLEAR, false));
    }

    /** How many copies its data have beside the primary's. */
    public int backups() {
        return client.routes().backups(name);
    }

    /** The sum over all partitions of the map, asked at once. */
    private CompletableFuture<Long> sum(Verb verb, boolean relaxed) {
        CompletableFuture<Long> sum = CompletableFuture.completedFuture(0L);
        int first = client.routes().first(name);
        for (int p = first; p < first + client.routes().width(); p++) {
            OnMap operation = new OnMap(verb, name, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
            sum = sum.thenCombine(
                    client.call(operation, p, relaxed), (so, more) -> so + number(checked(more, operation)));
        }
        return sum;
    }

    private CompletableFuture<Result> key(Verb verb, byte[] key, Bytes value, Bytes expected, boolean relaxed) {
        OnMap operation = new OnMap(verb, name, value(key), value, expected);
        return client.call(operation, -1, relaxed).thenApply(result -> checked(result, operation));
    }

    /** A copy: the caller may do with its array what it likes. */
    private static Bytes value(byte[] value) {
        if (value.length > LONGEST) {
            throw new IllegalArgumentException("a key or value has at most 16 MiB: " + value.length + " bytes");
        }
        return Bytes.of(value);
    }

    private static Result checked(Result result, OnMap operation) {
        if (result instanceof WrongKind) {
            throw new WrongKindException(
                    operation.verb() + " does not work on what the key " + shown(operation.entry()) + " holds");
        }
        return result;
    }

    /** A key for people: as text if it is a short one, otherwise its first bytes in hexadecimal. */
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

    /** Applies to a value what must not be interrupted by others: reads, computes, and replaces until it fits. */
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
