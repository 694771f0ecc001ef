package io.godwit.events;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A line of JSON in the making. Only what event logs need; names and texts are given without characters to be escaped. */
final class JsonLine {
    /** Bytes of a name that is one letter, with quotation marks and colon. */
    private static final int LETTER = 4;

    private static final VarHandle FOUR = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final byte[] BEGIN = "{\"s\":".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes = new byte[512];
    private int size;
    /** Whether a comma is due before the next name or element. */
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

    /** Begins the line of an event, with its number and its action. */
    void begin(long number, Action action) {
        size = 0;
        room(BEGIN.length + Digits.MOST + action.room());
        System.arraycopy(BEGIN, 0, bytes, 0, BEGIN.length);
        size = action.write(bytes, Digits.write(bytes, BEGIN.length, number));
        more = true;
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

    JsonLine open(char bracket) {
        comma();
        put(bracket);
        more = false;
        return this;
    }

    JsonLine close(char bracket) {
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
    JsonLine name(String name) {
        comma();
        put('"');
        ascii(name);
        put('"');
        put(':');
        more = false;
        return this;
    }

    /** A name that is one letter; its value is to follow. */
    JsonLine name(char letter) {
        room(1 + LETTER);
        size = letter(letter);
        more = false;
        return this;
    }

    /** Writes a name where there is room for it, and says where its value goes. */
    private int letter(char letter) {
        int at = size;
        if (more) {
            bytes[at++] = ',';
        }
        FOUR.set(bytes, at, '"' | letter << Byte.SIZE | '"' << (2 * Byte.SIZE) | ':' << (3 * Byte.SIZE));
        return at + LETTER;
    }

    /** A number with a name. */
    JsonLine field(char letter, long number) {
        room(1 + LETTER + Digits.MOST);
        size = Digits.write(bytes, letter(letter), number);
        more = true;
        return this;
    }

    /** A list of two numbers with a name. */
    JsonLine list(char letter, long first, long second) {
        room(1 + LETTER + 2 * (1 + Digits.MOST) + 1);
        int at = letter(letter);
        bytes[at] = '[';
        at = Digits.write(bytes, at + 1, first);
        bytes[at] = ',';
        at = Digits.write(bytes, at + 1, second);
        bytes[at] = ']';
        size = at + 1;
        more = true;
        return this;
    }

    /** A list of three numbers with a name. */
    JsonLine list(char letter, long first, long second, long third) {
        list(letter, first, second);
        room(1 + Digits.MOST);
        bytes[size - 1] = ',';
        size = Digits.write(bytes, size, third);
        bytes[size++] = ']';
        return this;
    }

    /** A number as a name; its value is to follow. */
    JsonLine name(int number) {
        comma();
        put('"');
        room(Digits.MOST);
        size = Digits.write(bytes, size, number);
        put('"');
        put(':');
        more = false;
        return this;
    }

    JsonLine number(long number) {
        room(1 + Digits.MOST);
        comma();
        size = Digits.write(bytes, size, number);
        return this;
    }

    JsonLine text(String text) {
        comma();
        put('"');
        ascii(text);
        put('"');
        return this;
    }

    /** A text with any characters; those that would have to be escaped, or are not of ASCII, become question marks. */
    JsonLine quoted(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            plain.append(c < ' ' || c > '~' || c == '"' || c == '\\' ? '?' : c);
        }
        return text(plain.toString());
    }

    JsonLine nothing() {
        comma();
        ascii("null");
        return this;
    }

    /** Closes the line's own bracket, and ends the line. */
    void end() {
        room(2);
        bytes[size++] = '}';
        bytes[size++] = '\n';
    }
}
