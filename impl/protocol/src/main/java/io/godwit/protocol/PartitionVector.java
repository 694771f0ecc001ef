package io.godwit.protocol;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * An immutable array with one element per partition. Replacing an element copies a few small blocks and shares all the
 * others, so that it costs the same for 50,021 partitions as for 271, and a snapshot costs nothing.
 *
 * <p>A tree of blocks of {@value #WIDTH}; all leaves are at the same depth.
 *
 * @param <T> the elements, immutable and never null
 */
public final class PartitionVector<T> {
    private static final int BITS = 5;
    private static final int WIDTH = 1 << BITS;
    private static final int MASK = WIDTH - 1;

    private final int size;
    private final int shift;
    private final Object[] root;

    private PartitionVector(int size, int shift, Object[] root) {
        this.size = size;
        this.shift = shift;
        this.root = root;
    }

    /** A vector with the same element for all partitions. Costs next to nothing, in time and space, whatever the size. */
    public static <T> PartitionVector<T> filled(int size, T element) {
        Objects.requireNonNull(element, "element");
        int shift = 0;
        while (size > WIDTH << shift) {
            shift += BITS;
        }
        return new PartitionVector<>(size, shift, filledBlock(size, shift, element));
    }

    /** All full blocks of a level are the same object. */
    private static Object[] filledBlock(int size, int shift, Object element) {
        Object[] block = new Object[(size + (1 << shift) - 1) >> shift];
        if (shift == 0) {
            Arrays.fill(block, element);
            return block;
        }
        int rest = size & ((1 << shift) - 1);
        if (size > rest) {
            Arrays.fill(block, 0, size >> shift, filledBlock(1 << shift, shift - BITS, element));
        }
        if (rest > 0) {
            block[size >> shift] = filledBlock(rest, shift - BITS, element);
        }
        return block;
    }

    /**
     * A vector with an element for each partition.
     *
     * @param size number of partitions, 0 or more
     * @param element the element of a partition, from 0 to {@code size - 1}
     */
    public static <T> PartitionVector<T> of(int size, IntFunction<T> element) {
        Object[] level = new Object[size];
        for (int p = 0; p < size; p++) {
            level[p] = Objects.requireNonNull(element.apply(p), "element");
        }
        int shift = 0;
        while (level.length > WIDTH) {
            Object[] parents = new Object[(level.length + MASK) >> BITS];
            for (int i = 0; i < parents.length; i++) {
                parents[i] = Arrays.copyOfRange(level, i << BITS, Math.min((i + 1) << BITS, level.length));
            }
            level = parents;
            shift += BITS;
        }
        return new PartitionVector<>(size, shift, level);
    }

    /** Number of partitions. */
    public int size() {
        return size;
    }

    /**
     * The element of a partition.
     *
     * @throws IndexOutOfBoundsException if there is no such partition
     */
    @SuppressWarnings("unchecked")
    public T get(int partition) {
        Objects.checkIndex(partition, size);
        Object[] block = root;
        for (int s = shift; s > 0; s -= BITS) {
            block = (Object[]) block[(partition >> s) & MASK];
        }
        return (T) block[partition & MASK];
    }

    /** This vector with another element for one partition; this one itself when it has that very element. */
    public PartitionVector<T> with(int partition, T element) {
        Objects.requireNonNull(element, "element");
        if (get(partition) == element) {
            return this;
        }
        Object[] newRoot = root.clone();
        Object[] block = newRoot;
        for (int s = shift; s > 0; s -= BITS) {
            int i = (partition >> s) & MASK;
            Object[] copy = ((Object[]) block[i]).clone();
            block[i] = copy;
            block = copy;
        }
        block[partition & MASK] = element;
        return new PartitionVector<>(size, shift, newRoot);
    }

    /** Takes a partition and its element. */
    @FunctionalInterface
    public interface Visitor<T> {
        /** Takes one. */
        void visit(int partition, T element);
    }

    /** Shows all elements in order; faster than getting one after the other. */
    public void forEach(Visitor<? super T> visitor) {
        visit(root, shift, 0, visitor);
    }

    @SuppressWarnings("unchecked")
    private void visit(Object[] block, int level, int from, Visitor<? super T> visitor) {
        for (int i = 0; i < block.length; i++) {
            int first = from + (i << level);
            if (level > 0) {
                visit((Object[]) block[i], level - BITS, first, visitor);
            } else {
                visitor.visit(first, (T) block[i]);
            }
        }
    }

    /**
     * Tells for which partitions this vector has another object than an earlier one of the same size. What both share is passed
     * over, so that it takes time for what differs and not for the size.
     *
     * @param partitions gets them in ascending order
     */
    public void differences(PartitionVector<T> earlier, IntConsumer partitions) {
        if (size != earlier.size) {
            throw new IllegalArgumentException("sizes differ: " + size + " and " + earlier.size);
        }
        differences(root, earlier.root, shift, 0, partitions);
    }

    @SuppressWarnings("ReferenceEquality") // what is shared is the same object
    private static void differences(Object[] a, Object[] b, int shift, int first, IntConsumer partitions) {
        for (int i = 0; a != b && i < a.length; i++) {
            if (a[i] != b[i]) {
                int at = first + (i << shift);
                if (shift == 0) {
                    partitions.accept(at);
                } else {
                    differences((Object[]) a[i], (Object[]) b[i], shift - BITS, at, partitions);
                }
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionVector<?> vector
                && size == vector.size
                && (root == vector.root || same(root, vector.root, shift));
    }

    private static boolean same(Object[] a, Object[] b, int shift) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]
                    && !(shift == 0 ? a[i].equals(b[i]) : same((Object[]) a[i], (Object[]) b[i], shift - BITS))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return hash(root, shift);
    }

    private static int hash(Object[] block, int shift) {
        int hash = 1;
        for (Object child : block) {
            hash = 31 * hash + (shift == 0 ? child.hashCode() : hash((Object[]) child, shift - BITS));
        }
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int p = 0; p < size; p++) {
            text.append(p == 0 ? "" : ", ").append(p).append(": ").append(get(p));
        }
        return text.append(']').toString();
    }
}
