package io.godwit.protocol.classic.data;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * An immutable map from a few partitions to values, ascending. A change copies it, so that it is for what happens to few
 * partitions at a time.
 *
 * @param <T> the values, immutable and never null
 */
public final class PartitionMap<T> implements Iterable<Map.Entry<Integer, T>> {
    private static final PartitionMap<?> EMPTY = new PartitionMap<>(new TreeMap<>());

    private final Map<Integer, T> values;

    private PartitionMap(Map<Integer, T> values) {
        this.values = Collections.unmodifiableMap(values);
    }

    /** The map without a value. */
    @SuppressWarnings("unchecked")
    public static <T> PartitionMap<T> empty() {
        return (PartitionMap<T>) EMPTY;
    }

    /** Has it no value? */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** The value of a partition, or null. */
    public T get(int partition) {
        return values.get(partition);
    }

    /** Has the partition a value? */
    public boolean has(int partition) {
        return values.containsKey(partition);
    }

    /** The map with a value for a partition. */
    public PartitionMap<T> with(int partition, T value) {
        Map<Integer, T> copy = new TreeMap<>(values);
        copy.put(partition, Objects.requireNonNull(value, "value"));
        return new PartitionMap<>(copy);
    }

    /** The map without a value for a partition. */
    public PartitionMap<T> without(int partition) {
        if (!has(partition)) {
            return this;
        }
        Map<Integer, T> copy = new TreeMap<>(values);
        copy.remove(partition);
        return new PartitionMap<>(copy);
    }

    /** The map with other values; null takes the partition out. */
    public PartitionMap<T> map(BiFunction<Integer, T, T> change) {
        Map<Integer, T> copy = new TreeMap<>();
        values.forEach((p, value) -> {
            T changed = change.apply(p, value);
            if (changed != null) {
                copy.put(p, changed);
            }
        });
        return new PartitionMap<>(copy);
    }

    /** The values, by ascending partition. */
    public Iterable<T> values() {
        return values.values();
    }

    @Override
    public Iterator<Map.Entry<Integer, T>> iterator() {
        return values.entrySet().iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionMap<?> map && values.equals(map.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
