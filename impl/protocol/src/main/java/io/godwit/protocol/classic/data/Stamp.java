package io.godwit.protocol.classic.data;

import java.util.function.IntUnaryOperator;

/**
 * The stamp over a table's versions, bit for bit the seed's: its 64-bit MurmurHash3 over the versions in the order of the
 * partitions, each as four bytes, the highest first. That hash is a form of MurmurHash3 from before its constants were
 * settled, and it adds the bytes of an incomplete last block with their sign; both are kept here.
 *
 * <p>Equal stamps are taken for equal tables. Replicas are not hashed, and the stamp has no order. It takes time in the number of
 * partitions, so that it is computed when it is asked for and not with every change.
 */
public final class Stamp {
    /** The stamp of a member that has no table yet. */
    public static final long NO_TABLE = 0;

    private static final long SEED = 0x01000193;

    private static final int VERSIONS_PER_BLOCK = 4;

    private long h1 = 0x9368E53C2F6AF274L ^ SEED;
    private long h2 = 0x586DCD208F7CD3FDL ^ SEED;
    private long c1 = 0x87C37B91114253D5L;
    private long c2 = 0x4CF5AD432745937FL;

    private Stamp() {}

    /**
     * The stamp of a table.
     *
     * @param partitions number of partitions, 1 or more
     * @param version the version of a partition
     */
    public static long of(int partitions, IntUnaryOperator version) {
        Stamp stamp = new Stamp();
        int last = partitions - partitions % VERSIONS_PER_BLOCK;
        for (int p = 0; p < last; p += VERSIONS_PER_BLOCK) {
            stamp.mix(
                    pair(version.applyAsInt(p), version.applyAsInt(p + 1)),
                    pair(version.applyAsInt(p + 2), version.applyAsInt(p + 3)));
            stamp.nextBlock();
        }
        if (last < partitions) {
            long k1 = signed(version.applyAsInt(last), 0);
            long k2 = 0;
            if (last + 1 < partitions) {
                k1 ^= signed(version.applyAsInt(last + 1), Integer.SIZE);
            }
            if (last + 2 < partitions) {
                k2 = signed(version.applyAsInt(last + 2), 0);
            }
            stamp.mix(k1, k2);
        }
        return stamp.finish(partitions * Integer.BYTES);
    }

    /** Eight bytes as the hash reads them, the lowest first, of two versions that were written the other way round. */
    private static long pair(int first, int second) {
        return Integer.toUnsignedLong(Integer.reverseBytes(first))
                | ((long) Integer.reverseBytes(second) << Integer.SIZE);
    }

    /** The same for one version of the last block: every byte is added with its sign, which reaches all higher bytes. */
    private static long signed(int version, int shift) {
        long k = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            long signedByte = (byte) (version >>> (Byte.SIZE * (Integer.BYTES - 1 - i)));
            k ^= signedByte << (shift + Byte.SIZE * i);
        }
        return k;
    }

    private void mix(long k1, long k2) {
        h1 ^= Long.rotateLeft(k1 * c1, 23) * c2;
        h1 += h2;
        h2 = Long.rotateLeft(h2, 41);
        h2 ^= Long.rotateLeft(k2 * c2, 23) * c1;
        h2 += h1;
        h1 = h1 * 3 + 0x52DCE729;
        h2 = h2 * 3 + 0x38495AB5;
    }

    private void nextBlock() {
        c1 = c1 * 5 + 0x7B7D159C;
        c2 = c2 * 5 + 0x6BCE6396;
    }

    private long finish(int bytes) {
        h2 ^= bytes;
        h1 += h2;
        h2 += h1;
        return spread(h1) + spread(h2);
    }

    private static long spread(long h) {
        long k = (h ^ (h >>> 33)) * 0xFF51AFD7ED558CCDL;
        k = (k ^ (k >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return k ^ (k >>> 33);
    }
}
