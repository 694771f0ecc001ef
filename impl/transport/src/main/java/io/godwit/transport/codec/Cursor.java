package io.godwit.transport.codec;

/**
 * A place in an array, for what is read and written byte by byte: the numbers of the schema's encoding. A buffer of the library
 * goes through a dozen calls for each byte, which is slow until it is compiled, and long to compile. Belongs to one thread.
 */
final class Cursor {
    private static final int MORE = 0x80;
    private static final int REST = 0x7F;
    /** What does not fit into 31 bits, in the last of five bytes. */
    private static final int TOO_MUCH = 0xF8;

    private static final int BITS = 7;

    private final byte[] bytes;
    private int at;
    private int limit;

    /** At the beginning of an array, with its end as the limit. */
    Cursor(byte[] bytes) {
        this.bytes = bytes;
        this.limit = bytes.length;
    }

    // ---- Writing; whoever writes has counted before how much there is room for

    void put(int next) {
        bytes[at++] = (byte) next;
    }

    /** Writes an unsigned number. */
    void write(int value) {
        int rest = value;
        while ((rest & ~REST) != 0) {
            put((rest & REST) | MORE);
            rest >>>= BITS;
        }
        put(rest);
    }

    /** Writes a field with its tag; nothing if it is 0. */
    void field(int tag, int value) {
        if (value != 0) {
            put(tag);
            write(value);
        }
    }

    // ---- Reading

    int remaining() {
        return limit - at;
    }

    boolean hasRemaining() {
        return at < limit;
    }

    /** Where reading ends. */
    int limit() {
        return limit;
    }

    void limit(int newLimit) {
        limit = newLimit;
    }

    /** A number from 0 to the greatest {@code int}; or {@link Varints#NOT_HERE} if there is no such number before the limit. */
    int read() {
        int value = 0;
        for (int shift = 0; shift < Integer.SIZE; shift += BITS) {
            if (at >= limit) {
                return Varints.NOT_HERE;
            }
            byte next = bytes[at++];
            if (shift == 4 * BITS && (next & TOO_MUCH) != 0) {
                return Varints.NOT_HERE;
            }
            value |= (next & REST) << shift;
            if (next >= 0) {
                return value;
            }
        }
        return Varints.NOT_HERE;
    }

    /** Reads a tag if it is that one. */
    private boolean skip(int tag) {
        if (at < limit && bytes[at] == tag) {
            at++;
            return true;
        }
        return false;
    }

    /** A field's number, 0 if another field comes next, or {@link Varints#NOT_HERE}. */
    int field(int tag) {
        return skip(tag) ? read() : 0;
    }

    /**
     * Reads tag and length of a field that holds others, and sets the limit behind it.
     *
     * @return the limit before, or {@link Varints#NOT_HERE}
     */
    int enter(int tag) {
        int before = limit;
        if (!skip(tag)) {
            return Varints.NOT_HERE;
        }
        int length = read();
        if (length < 0 || length > remaining()) {
            return Varints.NOT_HERE;
        }
        limit = at + length;
        return before;
    }
}
