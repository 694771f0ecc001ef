package io.godwit.transport.frame;

import java.util.BitSet;
import java.util.function.IntConsumer;

/** A set of partitions. Immutable. */
public final class PartitionSet {
    /** No partition. */
    public static final PartitionSet NONE = new PartitionSet(new BitSet());

    private final BitSet partitions;

    private PartitionSet(BitSet partitions) {
        this.partitions = partitions;
    }

    /** The partitions whose bits are set; a copy. */
    public static PartitionSet of(BitSet partitions) {
        return new PartitionSet((BitSet) partitions.clone());
    }

    /** Takes over a set that nobody changes any more. */
    public static PartitionSet owning(BitSet partitions) {
        return new PartitionSet(partitions);
    }

    /** The partitions from a first one on, up to another one, exclusively. */
    public static PartitionSet range(int first, int end) {
        BitSet partitions = new BitSet(end);
        partitions.set(first, end);
        return new PartitionSet(partitions);
    }

    /** Whether there is no partition in it. */
    public boolean isEmpty() {
        return partitions.isEmpty();
    }

    /** The first partition, at or after the given one, that is in it; -1 if there is none. */
    public int next(int from) {
        return partitions.nextSetBit(from);
    }

    /** The first partition, at or after the given one, that is not in it. */
    public int nextMissing(int from) {
        return partitions.nextClearBit(from);
    }

    /** Calls the consumer with each partition, in order. */
    public void forEach(IntConsumer consumer) {
        for (int p = next(0); p >= 0; p = next(p + 1)) {
            consumer.accept(p);
        }
    }

    /** Whether all its partitions are in another set. */
    public boolean isIn(BitSet other) {
        BitSet rest = toBits();
        rest.andNot(other);
        return rest.isEmpty();
    }

    /** A set that the caller may change. */
    public BitSet toBits() {
        return (BitSet) partitions.clone();
    }

    /** A bit for each partition from 0 to the last one, the least significant first. */
    public byte[] toBytes() {
        return partitions.toByteArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionSet set && partitions.equals(set.partitions);
    }

    @Override
    public int hashCode() {
        return partitions.hashCode();
    }

    /** Its runs, as in {@code [0-3, 7]}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int p = next(0); p >= 0; p = next(nextMissing(p))) {
            text.append(text.length() > 1 ? ", " : "").append(p);
            int last = nextMissing(p) - 1;
            if (last > p) {
                text.append('-').append(last);
            }
        }
        return text.append(']').toString();
    }
}
