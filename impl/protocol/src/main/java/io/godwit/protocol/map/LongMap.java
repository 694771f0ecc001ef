package io.godwit.protocol.map;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * An immutable map from numbers to values. Adding and removing copy a path of at most 13 small arrays, in practice two to
 * four, and share the rest, so that a snapshot costs nothing.
 *
 * <p>A trie over the bits of a scrambled key. Scrambling is one to one, so that two keys part somewhere and equal maps
 * have equal tries, whatever was added and removed before.
 *
 * @param <V> the values, immutable and never null
 */
public final class LongMap<V> {
    private static final int BITS = 5;
    private static final int MASK = (1 << BITS) - 1;
    /** Nodes from the root to a key, at most. */
    private static final int MAX_DEPTH = (Long.SIZE + BITS - 1) / BITS;

    private static final long[] NO_KEYS = {};
    private static final LongMap<?> EMPTY = new LongMap<>(new Node(0, new Object[0]), 0);

    private final Node root;
    private final int size;

    private LongMap(Node root, int size) {
        this.root = root;
        this.size = size;
    }

    /** The map without keys. */
    @SuppressWarnings("unchecked")
    public static <V> LongMap<V> empty() {
        return (LongMap<V>) EMPTY;
    }

    /** Number of keys. */
    public int size() {
        return size;
    }

    /** Has it no key? */
    public boolean isEmpty() {
        return size == 0;
    }

    /** The value of a key, or null. */
    @SuppressWarnings("unchecked")
    public V get(long key) {
        Object found = root;
        for (long bits = scramble(key); found instanceof Node node; bits >>>= BITS) {
            found = node.child((int) bits & MASK);
        }
        return found instanceof Entry<?> leaf && leaf.key == key ? (V) leaf.value : null;
    }

    /**
     * A key and its value.
     *
     * @param key the key
     * @param value the value, never null
     */
    public record Entry<V>(long key, V value) {}

    /** This map with a value for a key; this one itself when the key has that very value. */
    public LongMap<V> with(long key, V value) {
        Objects.requireNonNull(value, "value");
        V before = get(key);
        if (before == value) {
            return this;
        }
        Node changed = add(root, new Entry<>(key, value), scramble(key), 0);
        return new LongMap<>(changed, before == null ? size + 1 : size);
    }

    /** This map without a key; this one itself when it has no such key. */
    public LongMap<V> without(long key) {
        if (get(key) == null) {
            return this;
        }
        return size == 1 ? empty() : new LongMap<>((Node) remove(root, scramble(key), true), size - 1);
    }

    /**
     * The key, with its value, that a number selects. Over many numbers each key is selected about equally often. Takes as long as
     * {@link #get}.
     *
     * @throws NoSuchElementException if there is no key
     */
    @SuppressWarnings("unchecked")
    public Entry<V> pick(long choice) {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        Object found = root;
        for (long bits = scramble(choice); found instanceof Node node; bits = scramble(bits + 1)) {
            found = node.children[(int) ((bits >>> Integer.SIZE) % node.children.length)];
        }
        return (Entry<V>) found;
    }

    /** Calls the consumer for each key and its value, always in the same order for equal maps, which is not that of the keys. */
    @SuppressWarnings("unchecked")
    public void forEach(BiConsumer<Long, V> consumer) {
        visit(root, (key, value) -> consumer.accept(key, (V) value));
    }

    /** The keys and values one by one, in the order of {@link #forEach}. The iterator copies nothing; for one thread. */
    public Iterator<Entry<V>> iterator() {
        return new Walk<>(root);
    }

    /** The keys in ascending order, as a new array if there are any. */
    public long[] keys() {
        if (size == 0) {
            return NO_KEYS;
        }
        long[] keys = new long[size];
        int[] next = new int[1];
        visit(root, (key, value) -> keys[next[0]++] = key);
        Arrays.sort(keys);
        return keys;
    }

    private static void visit(Node node, BiConsumer<Long, Object> consumer) {
        for (Object child : node.children) {
            if (child instanceof Entry<?> leaf) {
                consumer.accept(leaf.key, leaf.value);
            } else {
                visit((Node) child, consumer);
            }
        }
    }

    /** The node with the leaf added; {@code bits} are those of the leaf's key that are still to be used. */
    private static Node add(Node node, Entry<?> leaf, long bits, int depth) {
        int branch = (int) bits & MASK;
        Object old = node.child(branch);
        if (old instanceof Node inner) {
            return node.with(branch, add(inner, leaf, bits >>> BITS, depth + BITS));
        }
        if (old instanceof Entry<?> other && other.key != leaf.key) {
            Node parted = new Node(0, new Object[0]);
            parted = add(parted, other, scramble(other.key) >>> (depth + BITS), depth + BITS);
            return node.with(branch, add(parted, leaf, bits >>> BITS, depth + BITS));
        }
        return node.with(branch, leaf);
    }

    /** What is left of the node without a leaf that is in it: below the root, a leaf that is alone takes its node's place. */
    private static Object remove(Node node, long bits, boolean atRoot) {
        int branch = (int) bits & MASK;
        Node left = node.child(branch) instanceof Node inner
                ? node.with(branch, remove(inner, bits >>> BITS, false))
                : node.without(branch);
        return !atRoot && left.children.length == 1 && left.children[0] instanceof Entry<?> alone ? alone : left;
    }

    /** Spreads near keys; one to one (multiplication by odd numbers and shifted exclusive or can both be undone). */
    private static long scramble(long key) {
        long bits = key * 0x9E3779B97F4A7C15L;
        bits ^= bits >>> 32;
        return bits * 0xD6E8FEB86659FD93L;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LongMap<?> map && size == map.size && root.equals(map.root);
    }

    @Override
    public int hashCode() {
        return root.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (long key : keys()) {
            text.append(text.length() == 1 ? "" : ", ").append(key).append(": ").append(get(key));
        }
        return text.append('}').toString();
    }

    /** The node that the walk is in, and those above it that have more children. */
    private static final class Walk<V> implements Iterator<Entry<V>> {
        private final Object[][] above = new Object[MAX_DEPTH][];
        private final int[] places = new int[MAX_DEPTH];
        private int depth;
        private Object[] children;
        private int place;

        Walk(Node root) {
            children = root.children;
        }

        @Override
        public boolean hasNext() {
            return place < children.length;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Entry<V> next() {
            if (place == children.length) {
                throw new NoSuchElementException();
            }
            Object child = children[place++];
            while (child instanceof Node node) {
                if (place < children.length) {
                    above[depth] = children;
                    places[depth++] = place;
                }
                children = node.children;
                place = 1;
                child = children[0];
            }
            if (place == children.length && depth > 0) {
                children = above[--depth];
                place = places[depth];
            }
            return (Entry<V>) child;
        }
    }

    /** Bit b of {@code present} says that there is a child for branch b; children are in the order of their branches. */
    private static final class Node {
        private final int present;
        private final Object[] children;

        Node(int present, Object[] children) {
            this.present = present;
            this.children = children;
        }

        Object child(int branch) {
            return (present & 1 << branch) == 0 ? null : children[place(branch)];
        }

        private int place(int branch) {
            return Integer.bitCount(present & ((1 << branch) - 1));
        }

        Node with(int branch, Object child) {
            int at = place(branch);
            if ((present & 1 << branch) != 0) {
                Object[] replaced = children.clone();
                replaced[at] = child;
                return new Node(present, replaced);
            }
            Object[] more = new Object[children.length + 1];
            System.arraycopy(children, 0, more, 0, at);
            more[at] = child;
            System.arraycopy(children, at, more, at + 1, children.length - at);
            return new Node(present | 1 << branch, more);
        }

        Node without(int branch) {
            int at = place(branch);
            Object[] fewer = new Object[children.length - 1];
            System.arraycopy(children, 0, fewer, 0, at);
            System.arraycopy(children, at + 1, fewer, at, fewer.length - at);
            return new Node(present & ~(1 << branch), fewer);
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof Node node
                            && present == node.present
                            && Arrays.equals(children, node.children));
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(children);
        }
    }
}
