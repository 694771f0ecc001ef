package io.godwit.transport.codec;

import static io.godwit.transport.codec.MalformedFrameException.unless;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.PartitionSet;
import java.util.BitSet;

/** Sets of partitions, as lengths of runs or as bits, whichever takes fewer bytes. */
final class PartitionSetCodec {
    /** All ranges of a cluster together have fewer partitions: a bound where the number of partitions is not known. */
    private static final int MAX_PARTITIONS = 1 << 16;

    private static final int RUNS = 1;
    private static final int BITS = 2;

    private final int end;

    /** For a cluster with so many partitions; 0 if that is not known. */
    PartitionSetCodec(int partitions) {
        this.end = partitions == 0 ? MAX_PARTITIONS : partitions;
    }

    /** Writes a set; nothing if it is empty. */
    static void write(FieldWriter to, int field, PartitionSet set) {
        if (set.isEmpty()) {
            return;
        }
        int start = to.begin(field);
        byte[] bits = set.toBytes();
        if (runsAreShorter(set, bits.length)) {
            int runs = to.begin(RUNS);
            int end = 0;
            for (int p = set.next(0); p >= 0; p = set.next(end)) {
                to.varint(p - end);
                end = set.nextMissing(p);
                to.varint(end - p);
            }
            to.endPacked(runs);
        } else {
            to.bytes(BITS, Bytes.owning(bits));
        }
        to.end(start);
    }

    private static boolean runsAreShorter(PartitionSet set, int limit) {
        int size = 0;
        int end = 0;
        for (int p = set.next(0); p >= 0 && size <= limit; p = set.next(end)) {
            size += FieldWriter.sizeOf(p - end);
            end = set.nextMissing(p);
            size += FieldWriter.sizeOf(end - p);
        }
        return size <= limit;
    }

    /** Reads a set, which is empty if the field is not there. */
    PartitionSet read(FieldReader from, int field) {
        return from.message(field, this::read);
    }

    private PartitionSet read(FieldReader from) {
        BitSet set = new BitSet();
        long around = from.enter(RUNS);
        int at = 0;
        while (from.hasRemaining()) {
            int absent = from.varint();
            unless(absent > 0 || at == 0, "not a set of partitions");
            unless(from.hasRemaining(), "not a set of partitions");
            int present = from.varint();
            unless(present > 0, "not a set of partitions");
            unless((long) at + absent + present <= end, "no such partition");
            set.set(at + absent, at + absent + present);
            at += absent + present;
        }
        from.leave(around);
        Bytes bits = from.bytes(BITS);
        if (bits.length() > 0) {
            unless(at == 0, "not a set of partitions");
            unless(bits.length() <= (end + Byte.SIZE - 1) / Byte.SIZE, "no such partition");
            set = BitSet.valueOf(bits.shared());
            unless(set.length() <= end, "no such partition");
        }
        return PartitionSet.owning(set);
    }
}
