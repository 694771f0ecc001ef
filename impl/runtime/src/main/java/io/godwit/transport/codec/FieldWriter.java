package io.godwit.transport.codec;

import io.godwit.protocol.map.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the fields of messages of the schema, in the order of their numbers. Fields with the value 0 and empty fields are left out, as
 * proto3 has it, except messages and the elements of repeated fields. Belongs to one thread.
 */
final class FieldWriter {
    static final int VARINT = 0;
    static final int FIXED_64 = 1;
    static final int LENGTH = 2;
    static final int TYPE_BITS = 3;

    private static final int MORE = 0x80;
    private static final int REST = 0x7F;
    private static final int BITS = 7;

    /** Larger arrays are not copied here. */
    private static final int MAX_COPIED_BYTES = 512;

    private byte[] bytes;
    private int at;
    /** Arrays that were not copied, in order; null as long as there are none. */
    private List<Shared> shared;

    /** An array that stands in front of a position. */
    private static final class Shared {
        private final byte[] content;
        private int at;

        Shared(int at, byte[] content) {
            this.at = at;
            this.content = content;
        }
    }

    /**
     * An empty message.
     *
     * @param room bytes that it is expected to take, 1 or more; it may take more
     */
    FieldWriter(int room) {
        this.bytes = new byte[room];
    }

    /** The number of bytes that were written. */
    int size() {
        return at + sharedFrom(0);
    }

    /** Bytes of arrays that stand behind a position and were not copied. */
    private int sharedFrom(int start) {
        int size = 0;
        for (int i = shared == null ? 0 : shared.size(); i > 0 && shared.get(i - 1).at >= start; i--) {
            size += shared.get(i - 1).content.length;
        }
        return size;
    }

    /** Copies everything that was written. */
    void copy(ByteBuffer to) {
        int from = 0;
        for (int i = 0; shared != null && i < shared.size(); i++) {
            Shared next = shared.get(i);
            to.put(bytes, from, next.at - from).put(next.content);
            from = next.at;
        }
        to.put(bytes, from, at - from);
    }

    private void room(int size) {
        if (size > bytes.length - at) {
            bytes = Arrays.copyOf(bytes, Math.max(at + size, 2 * bytes.length));
        }
    }

    private void put(int next) {
        room(1);
        bytes[at++] = (byte) next;
    }

    private void put(byte[] all) {
        if (all.length > MAX_COPIED_BYTES) {
            shared = shared == null ? new ArrayList<>() : shared;
            shared.add(new Shared(at, all));
            return;
        }
        room(all.length);
        System.arraycopy(all, 0, bytes, at, all.length);
        at += all.length;
    }

    /** Writes a number without sign and without a tag, for packed fields. */
    void varint(long value) {
        long rest = value;
        while ((rest & ~REST) != 0) {
            put(((int) rest & REST) | MORE);
            rest >>>= BITS;
        }
        put((int) rest);
    }

    /** Writes a number with sign and without a tag, for packed fields. */
    void zigzag(long value) {
        varint((value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    /** Writes eight bytes without a tag, for packed fields. */
    void fixed(long value) {
        room(Long.BYTES);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes[at++] = (byte) (value >>> shift);
        }
    }

    private void tag(int field, int type) {
        varint(field << TYPE_BITS | type);
    }

    /** Writes a field of type {@code uint32}, {@code uint64} or an enumeration. */
    void number(int field, long value) {
        if (value != 0) {
            tag(field, VARINT);
            varint(value);
        }
    }

    /** Writes a field of type {@code bool}. */
    void flag(int field, boolean value) {
        number(field, value ? 1 : 0);
    }

    /** Writes a field of type {@code sint32} or {@code sint64}. */
    void signed(int field, long value) {
        if (value != 0) {
            tag(field, VARINT);
            zigzag(value);
        }
    }

    /** Writes a field of type {@code fixed64}. */
    void fixed(int field, long value) {
        if (value != 0) {
            tag(field, FIXED_64);
            fixed(value);
        }
    }

    /** Writes a field of type {@code bytes}. The array must not change any more. */
    void bytes(int field, Bytes value) {
        if (value.length() > 0) {
            element(field, value);
        }
    }

    /** Writes an element of a repeated field of type {@code bytes}. The array must not change any more. */
    void element(int field, Bytes value) {
        element(field, value.shared());
    }

    private void element(int field, byte[] value) {
        tag(field, LENGTH);
        varint(value.length);
        put(value);
    }

    /** Writes a field of type {@code string}. */
    void text(int field, String value) {
        if (!value.isEmpty()) {
            chosen(field, value);
        }
    }

    /** Writes a field of type {@code string} that is one of several of which one is there. */
    void chosen(int field, String value) {
        element(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for a field of type {@code uint32}. */
    void chosen(int field, int value) {
        tag(field, VARINT);
        varint(value);
    }

    /**
     * Begins a message or a packed field. Most are so short that their length is one byte, which is left free.
     *
     * @return where its content begins, for {@link #end}
     */
    int begin(int field) {
        tag(field, LENGTH);
        put(0);
        return at;
    }

    /** Ends a message or a packed field: its length is known now. */
    void end(int start) {
        int length = at - start;
        if (length <= REST && shared == null) {
            bytes[start - 1] = (byte) length;
        } else {
            endLong(start, length);
        }
    }

    private void endLong(int start, int size) {
        int length = size + sharedFrom(start);
        int more = sizeOf(length) - 1;
        if (more > 0) {
            room(more);
            System.arraycopy(bytes, start, bytes, start + more, size);
            for (int i = shared == null ? 0 : shared.size(); i > 0 && shared.get(i - 1).at >= start; i--) {
                shared.get(i - 1).at += more;
            }
        }
        at = start - 1;
        varint(length);
        at += size;
    }

    /** Ends a packed field; an empty one is taken back. */
    void endPacked(int start) {
        if (at == start) {
            at = start - 2;
        } else {
            end(start);
        }
    }

    /** How many bytes a number of 0 or more takes. */
    static int sizeOf(int value) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
        return (bits + BITS - 1) / BITS;
    }
}
