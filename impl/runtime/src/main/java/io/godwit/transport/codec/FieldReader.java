package io.godwit.transport.codec;

import static io.godwit.transport.codec.FieldWriter.FIXED_64;
import static io.godwit.transport.codec.FieldWriter.LENGTH;
import static io.godwit.transport.codec.FieldWriter.TYPE_BITS;
import static io.godwit.transport.codec.FieldWriter.VARINT;
import static io.godwit.transport.codec.MalformedFrameException.unless;

import io.godwit.protocol.map.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Reads the fields of messages of the schema. Each field is asked for once, in the order of their numbers; what is not there is 0 or
 * empty. Fields that nobody has asked for are passed over at the end of their message, if their numbers are greater than those of all
 * fields that are known; another order is an error. Belongs to one thread.
 *
 * <p>Everything throws {@link MalformedFrameException} if the bytes are not like that. Fields that are known have numbers below 16, and
 * so tags of one byte; only those of which a message has one ({@link #kind}) may have greater ones.
 */
final class FieldReader {
    private static final int REST = 0x7F;
    private static final int BITS = 7;
    private static final int TYPE = (1 << TYPE_BITS) - 1;
    private static final int FIXED_32 = 5;

    private final byte[] bytes;
    private int at;
    /** Where the message ends that is read. */
    private int limit;
    /** The field of that message that was asked for last. */
    private int asked;
    /** The type of the field that {@link #kind} has told. */
    private int chosen;

    /** Reads a message that lies between two positions of an array. */
    FieldReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.limit = to;
    }

    /** The number of bytes up to the end of the message or of the packed field. */
    int remaining() {
        return limit - at;
    }

    private boolean skip(int field, int type) {
        asked = field;
        if (at < limit && bytes[at] == (field << TYPE_BITS | type)) {
            at++;
            return true;
        }
        return false;
    }

    /** Whether a field comes next that is a message, bytes, text, or packed. */
    boolean comes(int field) {
        asked = field;
        return at < limit && bytes[at] == (field << TYPE_BITS | LENGTH);
    }

    // ---- Numbers without tags, for packed fields, and with tags

    /** Whether the message or the packed field goes on. */
    boolean hasRemaining() {
        return at < limit;
    }

    /** The number of varints up to the end of a packed field. */
    int count() {
        int count = 0;
        for (int i = at; i < limit; i++) {
            count += bytes[i] >= 0 ? 1 : 0;
        }
        return count;
    }

    /** A number from 0 to the greatest {@code int}. */
    int varint() {
        if (at < limit && bytes[at] >= 0) {
            return bytes[at++];
        }
        long value = longVarint();
        if (value != (value & Integer.MAX_VALUE)) {
            throw new MalformedFrameException("a number is too large");
        }
        return (int) value;
    }

    /** All 64 bits of a number. */
    long longVarint() {
        if (at < limit - 1 && bytes[at + 1] >= 0) {
            int low = bytes[at++];
            return low >= 0 ? low : (low & REST) | (bytes[at++] << BITS);
        }
        long value = 0;
        int shift = 0;
        // The condition at the end is not one of a loop that is counted, which the compiler would write out ten times.
        byte next;
        do {
            if (at >= limit || shift >= Long.SIZE) {
                throw new MalformedFrameException("not a number");
            }
            next = bytes[at++];
            value |= (long) (next & REST) << shift;
            shift += BITS;
        } while (next < 0);
        if (shift > Long.SIZE && next != 1) {
            throw new MalformedFrameException("not a number");
        }
        return value;
    }

    /** A number with sign, of type {@code sint64}. */
    long longZigzag() {
        long value = longVarint();
        return (value >>> 1) ^ -(value & 1);
    }

    /** A number with sign, of type {@code sint32}. */
    int zigzag() {
        long value = longVarint();
        if (value >>> Integer.SIZE != 0) {
            throw new MalformedFrameException("a number is too large");
        }
        return (int) (value >>> 1) ^ -(int) (value & 1);
    }

    /** Eight bytes. */
    long fixed() {
        unless(remaining() >= Long.BYTES, "a number is cut off");
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value |= (bytes[at++] & 0xFFL) << shift;
        }
        return value;
    }

    /** A field of type {@code uint32}, from 0 to the greatest {@code int}, or an enumeration. */
    int number(int field) {
        return skip(field, VARINT) ? varint() : 0;
    }

    /** A field of type {@code uint64}. */
    long longNumber(int field) {
        return skip(field, VARINT) ? longVarint() : 0;
    }

    /** A field of type {@code bool}. */
    boolean flag(int field) {
        return longNumber(field) != 0;
    }

    /** A field of type {@code sint32}. */
    int signed(int field) {
        return skip(field, VARINT) ? zigzag() : 0;
    }

    /** A field of type {@code fixed64}. */
    long fixed(int field) {
        return skip(field, FIXED_64) ? fixed() : 0;
    }

    // ---- What has a length

    private int length() {
        int length = varint();
        if (length > remaining()) {
            throw new MalformedFrameException("a message is cut off");
        }
        return length;
    }

    /** A field of type {@code bytes}, or the next element of a repeated one. */
    Bytes bytes(int field) {
        int length = skip(field, LENGTH) ? length() : 0;
        at += length;
        return length == 0 ? Bytes.EMPTY : Bytes.owning(Arrays.copyOfRange(bytes, at - length, at));
    }

    /** All elements of a repeated field of type {@code bytes}. */
    List<Bytes> allBytes(int field) {
        List<Bytes> all = new ArrayList<>();
        while (comes(field)) {
            all.add(bytes(field));
        }
        return all;
    }

    /**
     * A field of type {@code string}.
     *
     * @param longest most characters that it may have
     */
    String text(int field, int longest) {
        return decode(skip(field, LENGTH) ? length() : 0, longest);
    }

    private String decode(int length, int longest) {
        at += length;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, at - length, length))
                    .toString();
            unless(text.length() <= longest, "a text is too long");
            return text;
        } catch (CharacterCodingException e) {
            throw new MalformedFrameException("not a text", e);
        }
    }

    /**
     * Begins to read a message or a packed field; an empty one if the field is not there.
     *
     * @return the message around it, for {@link #leave}
     */
    long enter(int field) {
        boolean there = skip(field, LENGTH);
        return enterNext(there ? length() : 0);
    }

    private long enterNext(int length) {
        long around = (long) asked << Integer.SIZE | limit;
        limit = at + length;
        asked = 0;
        return around;
    }

    /** Ends a message or a packed field, and passes over fields that are not known. */
    void leave(long around) {
        if (at < limit) {
            end();
        }
        asked = (int) (around >>> Integer.SIZE);
        limit = (int) around;
    }

    /** Passes over fields that are not known, up to the end of the message. */
    void end() {
        while (at < limit) {
            int tag = varint();
            unless(tag >>> TYPE_BITS > asked, "a field that is out of order, there twice, or of another type");
            switch (tag & TYPE) {
                case VARINT -> longVarint();
                case FIXED_64 -> pass(Long.BYTES);
                case LENGTH -> pass(length());
                case FIXED_32 -> pass(Integer.BYTES);
                default -> throw new MalformedFrameException("not a field");
            }
        }
    }

    private void pass(int length) {
        unless(length <= remaining(), "a field is cut off");
        at += length;
    }

    /** A field that is a message. */
    <T> T message(int field, Function<FieldReader, T> read) {
        long around = enter(field);
        T message = read.apply(this);
        leave(around);
        return message;
    }

    /** All elements of a repeated field of messages. */
    <T> List<T> messages(int field, Function<FieldReader, T> read) {
        List<T> all = new ArrayList<>();
        while (comes(field)) {
            all.add(message(field, read));
        }
        return all;
    }

    /**
     * Which field comes, where one of several does.
     *
     * @param greatest number of these fields
     * @return its number; one of the methods below reads it
     */
    int kind(int greatest) {
        unless(at < limit, "no field of several");
        int tag = varint();
        int field = tag >>> TYPE_BITS;
        unless(field > 0 && field <= greatest, "no such field");
        asked = greatest;
        chosen = tag & TYPE;
        return field;
    }

    /** The field that comes is a message; {@link #leave} ends it. */
    long enter() {
        unless(chosen == LENGTH, "not a message");
        return enterNext(length());
    }

    /** The field that comes is a message. */
    <T> T message(Function<FieldReader, T> read) {
        long around = enter();
        T message = read.apply(this);
        leave(around);
        return message;
    }

    /** The field that comes is of type {@code uint32}. */
    int number() {
        unless(chosen == VARINT, "not a number");
        return varint();
    }

    /** The field that comes is of type {@code string}. */
    String text() {
        unless(chosen == LENGTH, "not a text");
        return decode(length(), Integer.MAX_VALUE);
    }
}
