package io.godwit.transport.codec;

import java.nio.ByteBuffer;

/** The numbers of the schema's encoding, as the library reads and writes them. */
final class Varints {
    /** Something that the library has to look at. */
    static final int NOT_HERE = -1;

    private static final int MORE = 0x80;
    private static final int REST = 0x7F;
    private static final int BITS = 7;

    private Varints() {}

    /** How many bytes an unsigned number takes. */
    static int size(int value) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
        return (bits + BITS - 1) / BITS;
    }

    /** A signed number as an unsigned one, small if it was. */
    static int zigzag(int value) {
        return (value << 1) ^ (value >> (Integer.SIZE - 1));
    }

    /** What {@link #zigzag} has made a number of. */
    static int unzigzag(int value) {
        return (value >>> 1) ^ -(value & 1);
    }

    static void write(ByteBuffer to, int value) {
        int rest = value;
        while ((rest & ~REST) != 0) {
            to.put((byte) ((rest & REST) | MORE));
            rest >>>= BITS;
        }
        to.put((byte) rest);
    }
}
