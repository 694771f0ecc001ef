package io.godwit.transport.codec;

import java.nio.ByteBuffer;

/** The numbers of the schema's encoding, as the library reads and writes them. */
final class Varints {
    /** Something that the library has to look at. */
    static final int NOT_HERE = -1;

    private static final int MORE = 0x80;
    private static final int REST = 0x7F;
    /** What does not fit into 31 bits, in the last of five bytes. */
    private static final int TOO_MUCH = 0xF8;

    private static final int BITS = 7;

    /** How many bytes any number of 63 bits takes. */
    private static final int MOST_BYTES = 9;

    private Varints() {}

    /** How many bytes an unsigned number takes. */
    static int size(int value) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
        return (bits + BITS - 1) / BITS;
    }

    /** How many bytes a field takes that has a one-byte tag; none if it is 0. */
    static int field(int value) {
        return value == 0 ? 0 : 1 + size(value);
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

    /** How many bytes a number takes that is 0 or more. */
    static int longSize(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
        return (bits + BITS - 1) / BITS;
    }

    /** Writes a number that is 0 or more. */
    static void writeLong(ByteBuffer to, long value) {
        long rest = value;
        while (rest > REST) {
            to.put((byte) ((rest & REST) | MORE));
            rest >>>= BITS;
        }
        to.put((byte) rest);
    }

    /** A number from 0 to the greatest {@code long}; or {@link #NOT_HERE} if there is no such number before the limit. */
    static long readLong(ByteBuffer from) {
        long value = 0;
        for (int i = 0; i < MOST_BYTES && from.hasRemaining(); i++) {
            byte next = from.get();
            value |= (long) (next & REST) << (i * BITS);
            if (next >= 0) {
                return value;
            }
        }
        return NOT_HERE;
    }

    /** A number from 0 to the greatest {@code int}; or {@link #NOT_HERE} if there is no such number before the limit. */
    static int read(ByteBuffer from) {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += BITS) {
            if (!from.hasRemaining()) {
                return NOT_HERE;
            }
            byte next = from.get();
            if (shift == 4 * BITS && (next & TOO_MUCH) != 0) {
                return NOT_HERE;
            }
            value |= (next & REST) << shift;
            if (next >= 0) {
                return value;
            }
        }
        return NOT_HERE;
    }

    /** Reads a tag if it is that one. */
    private static boolean skip(ByteBuffer from, int tag) {
        int at = from.position();
        if (at < from.limit() && from.get(at) == tag) {
            from.position(at + 1);
            return true;
        }
        return false;
    }

    /**
     * Reads tag and length of a field that holds others, and ends the buffer behind it.
     *
     * @return the limit that the buffer had before, or {@link #NOT_HERE}
     */
    static int enter(ByteBuffer from, int tag) {
        int before = from.limit();
        if (!skip(from, tag)) {
            return NOT_HERE;
        }
        int length = read(from);
        if (length < 0 || length > from.remaining()) {
            return NOT_HERE;
        }
        from.limit(from.position() + length);
        return before;
    }
}
