package io.godwit.events;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A line of JSON in the making. Only what event logs need; names and texts are given without characters to be escaped. */
final class Line {
    /** Bytes of a name that is one letter, with quotation marks and colon. */
    private static final int LETTER = 4;

    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[512];
    private int size;
    /** Is a comma due before the next name or element? */
    private boolean more;

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
        more = false;
    }

    private void room(int wanted) {
        if (bytes.length - size < wanted) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + wanted));
        }
    }

    private void put(char c) {
        room(1);
        bytes[size++] = (byte) c;
    }

    @SuppressWarnings("deprecation") // the lower bytes of the characters are what is wanted, without a copy in between
    private void ascii(String text) {
        int length = text.length();
        room(length);
        text.getBytes(0, length, bytes, size);
        size += length;
    }

    private void comma() {
        if (more) {
            put(',');
        }
        more = true;
    }

    Line open(char bracket) {
        comma();
        put(bracket);
        more = false;
        return this;
    }

    Line close(char bracket) {
        put(bracket);
        more = true;
        return this;
    }

    /** Closes what was opened last; or, if nothing is in it, takes back all that was written since a size. */
    void closeUnlessEmpty(char bracket, int before) {
        if (more) {
            put(bracket);
        } else {
            more = bytes[before] == ',';
            size = before;
        }
    }

    /** A name; its value is to follow. */
    Line name(String name) {
        comma();
        put('"');
        ascii(name);
        put('"');
        put(':');
        more = false;
        return this;
    }

    /** A name that is one letter; its value is to follow. */
    Line name(char letter) {
        room(1 + LETTER);
        comma();
        FOUR.set(bytes, size, '"' | letter << Byte.SIZE | '"' << (2 * Byte.SIZE) | ':' << (3 * Byte.SIZE));
        size += LETTER;
        more = false;
        return this;
    }

    /** A number as a name; its value is to follow. */
    Line name(int number) {
        comma();
        put('"');
        room(Digits.MOST);
        size = Digits.write(bytes, size, number);
        put('"');
        put(':');
        more = false;
        return this;
    }

    Line number(long number) {
        room(1 + Digits.MOST);
        comma();
        size = Digits.write(bytes, size, number);
        return this;
    }

    Line text(String text) {
        comma();
        put('"');
        ascii(text);
        put('"');
        return this;
    }

    /** A name with its value, as they stand in the line. */
    Line field(byte[] field) {
        comma();
        room(field.length);
        System.arraycopy(field, 0, bytes, size, field.length);
        size += field.length;
        return this;
    }

    Line nothing() {
        comma();
        ascii("null");
        return this;
    }

    Line end() {
        put('\n');
        return this;
    }
}
