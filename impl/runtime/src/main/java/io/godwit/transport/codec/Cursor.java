package io.godwit.transport.codec;

import java.util.Arrays;

/**
 * A place in an array, for what is read and written byte by byte: the numbers of the schema's encoding. A buffer of the library
 * goes through a dozen calls for each byte, which is slow until it is compiled, and long to compile. Belongs to one thread.
 */
final class Cursor {
    private static final int MORE = 0x80;
    private static final int REST = 0x7F;
    private static final int BITS = 7;

    /** A number has no more bits: then it takes at most nine bytes. */
    private static final int MOST_BITS = 63;

    private static final byte[] NOTHING = {};

    private byte[] bytes;
    private int at;
    private int limit;

    /** At the beginning of an array, with its end as the limit. */
    Cursor(byte[] bytes) {
        this.bytes = bytes;
        this.limit = bytes.length;
    }

    /** The array; another one when it was written beyond its end. */
    byte[] array() {
        return bytes;
    }

    /** Where it is in the array. */
    int position() {
        return at;
    }

    // ---- Writing

    private void room(int size) {
        if (size > bytes.length - at) {
            grow(size);
        }
    }

    private void grow(int size) {
        bytes = Arrays.copyOf(bytes, Math.max(at + size, 2 * bytes.length));
    }

    void put(int next) {
        room(1);
        bytes[at++] = (byte) next;
    }

    void put(byte[] all) {
        room(all.length);
        System.arraycopy(all, 0, bytes, at, all.length);
        at += all.length;
    }

    /** Writes a number without a sign. */
    void write(long value) {
        long rest = value;
        while ((rest & ~REST) != 0) {
            put(((int) rest & REST) | MORE);
            rest >>>= BITS;
        }
        put((int) rest);
    }

    /** Writes a field with its tag; nothing if it is 0. */
    void field(int tag, long value) {
        if (value != 0) {
            put(tag);
            write(value);
        }
    }

    /** Writes a field of eight bytes with its tag; nothing if it is 0. */
    void fixedField(int tag, long value) {
        if (value != 0) {
            put(tag);
            room(Long.BYTES);
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                bytes[at++] = (byte) (value >>> shift);
            }
        }
    }

    /** Writes a field of bytes with its tag; nothing if there are none. */
    void field(int tag, byte[] all) {
        if (all.length > 0) {
            put(tag);
            write(all.length);
            put(all);
        }
    }

    /**
     * Begins a field that holds others. Most are so short that their length is one byte, which is left free.
     *
     * @return where its content begins, for {@link #end}
     */
    int begin(int tag) {
        put(tag);
        put(0);
        return at;
    }

    /** Ends a field: its length is known now. */
    void end(int start) {
        int length = at - start;
        int more = Varints.size(length) - 1;
        if (more > 0) {
            room(more);
            System.arraycopy(bytes, start, bytes, start + more, length);
        }
        at = start - 1;
        write(length);
        at += length;
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

    /** Goes elsewhere. */
    void go(int position, int newLimit) {
        at = position;
        limit = newLimit;
    }

    /** The byte that comes next, which is a tag; 0, which is none, at the limit. */
    int next() {
        return at < limit ? bytes[at] : 0;
    }

    /** Does a field with that tag come next? */
    boolean comes(int tag) {
        return at < limit && bytes[at] == tag;
    }

    /** A number from 0 to the greatest {@code int}; or {@link Varints#NOT_HERE} if there is no such number before the limit. */
    int read() {
        if (at < limit && bytes[at] >= 0) {
            return bytes[at++];
        }
        long value = readLong();
        return value > Integer.MAX_VALUE ? Varints.NOT_HERE : (int) value;
    }

    /** A number from 0 to the greatest {@code long}; or {@link Varints#NOT_HERE} if there is no such number before the limit. */
    long readLong() {
        long value = 0;
        int shift = 0;
        // The condition at the end is not one of a loop that is counted, which the compiler would write out nine times.
        byte next;
        do {
            if (at >= limit || shift == MOST_BITS) {
                return Varints.NOT_HERE;
            }
            next = bytes[at++];
            value |= (long) (next & REST) << shift;
            shift += BITS;
        } while (next < 0);
        return value;
    }

    /** How many numbers there are before the limit. */
    int count() {
        int count = 0;
        for (int i = at; i < limit; i++) {
            count += bytes[i] >= 0 ? 1 : 0;
        }
        return count;
    }

    /** Reads a tag if it is that one. */
    boolean skip(int tag) {
        if (comes(tag)) {
            at++;
            return true;
        }
        return false;
    }

    /** A field's number, 0 if another field comes next, or {@link Varints#NOT_HERE}. */
    int field(int tag) {
        return skip(tag) ? read() : 0;
    }

    /** A field's number, 0 if another field comes next, or {@link Varints#NOT_HERE}. */
    long longField(int tag) {
        return skip(tag) ? readLong() : 0;
    }

    /** A field's eight bytes, 0 if another field comes next or the bytes are not all there: then they are left. */
    long fixedField(int tag) {
        if (!comes(tag) || remaining() <= Long.BYTES) {
            return 0;
        }
        at++;
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value |= (bytes[at++] & 0xFFL) << shift;
        }
        return value;
    }

    /** A field's bytes, none if another field comes next, or null. */
    byte[] bytesField(int tag) {
        if (!skip(tag)) {
            return NOTHING;
        }
        int length = read();
        if (length < 0 || length > remaining()) {
            return null;
        }
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
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

    /** The same for a field that is the last before the limit: is there such a one? */
    boolean enterLast(int tag) {
        return enter(tag) == limit;
    }
}
