package io.godwit.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A named map with keys and values of certain types. It is a view: {@link #bytes} has the same content. A value that is not one of the
 * type's is thrown as {@link IllegalArgumentException} by the call that reads it.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class TypedMap<K, V> {
    private final GodwitMap map;
    private final Codec<K> keys;
    private final Codec<V> values;

    TypedMap(GodwitMap map, Codec<K> keys, Codec<V> values) {
        this.map = map;
        this.keys = keys;
        this.values = values;
    }

    /** The map as bytes. */
    public GodwitMap bytes() {
        return map;
    }

    /** Returns the value of the key, or empty if it is absent. */
    public Optional<V> get(K key) {
        return map.get(keys.encode(key)).map(values::decode);
    }

    /** Returns the value of the key, or empty if it is absent. */
    public CompletableFuture<Optional<V>> getAsync(K key) {
        return map.getAsync(keys.encode(key)).thenApply(found -> found.map(values::decode));
    }

    /** Reads the value from any replica: faster, but possibly stale. */
    public Optional<V> getRelaxed(K key) {
        return map.getRelaxed(keys.encode(key)).map(values::decode);
    }

    /** Sets the value of the key. */
    public void put(K key, V value) {
        map.put(keys.encode(key), values.encode(value));
    }

    /** Sets the value of the key. */
    public CompletableFuture<Void> putAsync(K key, V value) {
        return map.putAsync(keys.encode(key), values.encode(value));
    }

    /** Sets the value of the key for a time, as {@link GodwitMap#put(byte[], byte[], Duration)} does. */
    public void put(K key, V value, Duration lifetime) {
        map.put(keys.encode(key), values.encode(value), lifetime);
    }

    /**
     * Sets the value of the key if it is absent.
     *
     * @return whether the key was absent
     */
    public boolean putIfAbsent(K key, V value) {
        return map.putIfAbsent(keys.encode(key), values.encode(value));
    }

    /**
     * Sets the value of the key if the bytes of its value are those of the expected one (compare-and-set).
     *
     * @return whether they were
     */
    public boolean replace(K key, V expected, V value) {
        return map.replace(keys.encode(key), values.encode(expected), values.encode(value));
    }

    /**
     * Removes the key.
     *
     * @return whether the key was present
     */
    public boolean remove(K key) {
        return map.remove(keys.encode(key));
    }

    /** Removes the key; the result says whether it was present. */
    public CompletableFuture<Boolean> removeAsync(K key) {
        return map.removeAsync(keys.encode(key));
    }

    /** Returns the values of many keys, as {@link GodwitMap#getMany} does. */
    public Map<K, KeyResult<Optional<V>>> getMany(Collection<K> many) {
        return results(many, map.getMany(encoded(many)), found -> found.map(values::decode));
    }

    /** Sets the values of many keys, as {@link GodwitMap#putMany} does. */
    public Map<K, KeyResult<Void>> putMany(Map<K, V> entries) {
        List<Map.Entry<byte[], byte[]>> encoded = new ArrayList<>();
        entries.forEach((key, value) -> encoded.add(Map.entry(keys.encode(key), values.encode(value))));
        return results(entries.keySet(), map.putMany(encoded), nothing -> null);
    }

    /** Removes many keys, as {@link GodwitMap#removeMany} does. */
    public Map<K, KeyResult<Boolean>> removeMany(Collection<K> many) {
        return results(many, map.removeMany(encoded(many)), present -> present);
    }

    private List<byte[]> encoded(Collection<K> many) {
        return many.stream().map(keys::encode).toList();
    }

    /** Results by key; a value that cannot be read is the failure of its key. */
    private static <K, T, U> Map<K, KeyResult<U>> results(
            Collection<K> many, List<KeyResult<T>> results, Function<T, U> decode) {
        Map<K, KeyResult<U>> byKey = new LinkedHashMap<>();
        int i = 0;
        for (K key : many) {
            byKey.put(key, results.get(i).map(decode));
            i++;
        }
        return byKey;
    }

    /** Returns the number of keys. */
    public long size() {
        return map.size();
    }

    /**
     * Removes all keys of the map.
     *
     * @return the number of removed keys
     */
    public long clear() {
        return map.clear();
    }
}
