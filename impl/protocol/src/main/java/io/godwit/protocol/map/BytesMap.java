package io.godwit.protocol.map;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * An immutable map from byte sequences to values, on top of a {@link LongMap} of the keys' hashes. Equal maps have equal
 * parts, whatever was added and removed before. It counts the bytes of its keys and values as they come and go.
 *
 * @param <V> the values, immutable and never null
 */
public final class BytesMap<V> implements Sized {
    private static final BytesMap<?> EMPTY = new BytesMap<>(LongMap.empty(), 0, 0);

    /** By hash the keys that have it, in their order: mostly one. */
    private final LongMap<List<Entry<V>>> slots;

    private final int size;
    private final long bytes;

    private BytesMap(LongMap<List<Entry<V>>> slots, int size, long bytes) {
        this.slots = slots;
        this.size = size;
        this.bytes = bytes;
    }

    /** The map without keys. */
    @SuppressWarnings("unchecked")
    public static <V> BytesMap<V> empty() {
        return (BytesMap<V>) EMPTY;
    }

    /** Number of keys. */
    public int size() {
        return size;
    }

    /** The bytes of all keys, and of all values that have a size. */
    @Override
    public long bytes() {
        return bytes;
    }

    /** Has it no key? */
    public boolean isEmpty() {
        return size == 0;
    }

    /** The value of a key, or null. */
    public V get(Bytes key) {
        List<Entry<V>> same = same(key.hash());
        int at = find(same, key);
        return at < 0 ? null : same.get(at).value;
    }

    private List<Entry<V>> same(long hash) {
        List<Entry<V>> found = slots.get(hash);
        return found == null ? List.of() : found;
    }

    /** The place of a key, or where it would be, as {@link Collections#binarySearch}. */
    private static <V> int find(List<Entry<V>> same, Bytes key) {
        int from = 0;
        int to = same.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            int order = same.get(middle).key.compareTo(key);
            if (order == 0) {
                return middle;
            } else if (order < 0) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return -from - 1;
    }

    /**
     * The key, with its value, that a number selects. Over many numbers each key is selected about equally often. Takes as long as
     * {@link #get}.
     *
     * @throws java.util.NoSuchElementException if there is no key
     */
    public Entry<V> pick(long choice) {
        List<Entry<V>> same = slots.pick(choice).value();
        return same.get((int) Math.floorMod(choice, (long) same.size()));
    }

    /** This map with a value for a key. */
    public BytesMap<V> with(Bytes key, V value) {
        Objects.requireNonNull(value, "value");
        long hash = key.hash();
        List<Entry<V>> same = new ArrayList<>(same(hash));
        int at = find(same, key);
        Entry<V> entry = new Entry<>(key, value);
        long after = bytes + entry.bytes();
        if (at < 0) {
            same.add(-at - 1, entry);
        } else {
            after -= same.set(at, entry).bytes();
        }
        return new BytesMap<>(slots.with(hash, List.copyOf(same)), at < 0 ? size + 1 : size, after);
    }

    /** This map without a key; this one itself when it has no such key. */
    public BytesMap<V> without(Bytes key) {
        long hash = key.hash();
        List<Entry<V>> same = new ArrayList<>(same(hash));
        int at = find(same, key);
        if (at < 0) {
            return this;
        } else if (size == 1) {
            return empty();
        }
        long rest = bytes - same.remove(at).bytes();
        return new BytesMap<>(
                same.isEmpty() ? slots.without(hash) : slots.with(hash, List.copyOf(same)), size - 1, rest);
    }

    /** Calls the consumer for each key and its value, always in the same order for equal maps, which is not that of the keys. */
    public void forEach(BiConsumer<Bytes, V> consumer) {
        slots.forEach((hash, same) -> same.forEach(slot -> consumer.accept(slot.key, slot.value)));
    }

    /** The keys and values one by one, in the order of {@link #forEach}. The iterator copies nothing; for one thread. */
    public Iterator<Entry<V>> iterator() {
        return new Walk<>(slots);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BytesMap<?> map && size == map.size && slots.equals(map.slots);
    }

    @Override
    public int hashCode() {
        return slots.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        forEach((key, value) -> text.append(text.length() == 1 ? "" : ", ")
                .append(key)
                .append(": ")
                .append(value));
        return text.append('}').toString();
    }

    /**
     * A key and its value.
     *
     * @param key the key
     * @param value the value, never null
     */
    public record Entry<V>(Bytes key, V value) {
        private long bytes() {
            return key.length() + (value instanceof Sized sized ? sized.bytes() : 0);
        }
    }

    /** The entries of one hash after those of the other. */
    private static final class Walk<V> implements Iterator<Entry<V>> {
        private final Iterator<LongMap.Entry<List<Entry<V>>>> hashes;
        private List<Entry<V>> same = List.of();
        private int next;

        Walk(LongMap<List<Entry<V>>> slots) {
            this.hashes = slots.iterator();
        }

        @Override
        public boolean hasNext() {
            return next < same.size() || hashes.hasNext();
        }

        @Override
        public Entry<V> next() {
            if (next == same.size()) {
                same = hashes.next().value();
                next = 0;
            }
            return same.get(next++);
        }
    }
}
