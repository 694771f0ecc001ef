package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The stamp of a table: the sum, modulo 2^64, of one contribution per partition. Changing one register changes it by one
 * subtraction and one addition. Equal stamps mean equal tables but for collisions, because a version names one entry in
 * all history; all that a stamp is used for is to skip a transfer.
 *
 * <p>A contribution is a hash of partition, term and number (the finalizer of SplitMix64, applied twice so that no two of
 * the three may be exchanged). An empty register contributes nothing, so that the stamp of an empty table is 0.
 */
public class Stamps {
    /** What one register adds to the stamp; {@code Contribution}. */
    public long contribution(int partition, Entry entry) {
        if (entry.number() == 0) {
            return 0;
        }
        return mix(mix(((long) partition << 32) | entry.number()) + entry.term());
    }

    /** The stamp after one register has changed; {@code Exchange}. */
    public final long exchange(long stamp, int partition, Entry before, Entry after) {
        return stamp - contribution(partition, before) + contribution(partition, after);
    }

    /** The stamp of a whole table; {@code StampOf}. */
    public final long of(PartitionVector<Entry> registers) {
        long sum = 0;
        for (int p = 0; p < registers.size(); p++) {
            sum += contribution(p, registers.get(p));
        }
        return sum;
    }

    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
