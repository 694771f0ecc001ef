package io.godwit.events;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A line of JSON in the making. Only what event logs need; names and texts are given without characters to be escaped. */
final class Line {
    private static final byte[] LEAST = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 20;

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

    private void ascii(String text) {
        int length = text.length();
        room(length);
        for (int i = 0; i < length; i++) {
            bytes[size++] = (byte) text.charAt(i);
        }
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

    /** A number as a name; its value is to follow. */
    Line name(long number) {
        comma();
        put('"');
        digits(number);
        put('"');
        put(':');
        more = false;
        return this;
    }

    Line number(long number) {
        comma();
        digits(number);
        return this;
    }

    Line text(String text) {
        comma();
        put('"');
        ascii(text);
        put('"');
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

    private void digits(long number) {
        room(DIGITS);
        long rest = number;
        if (rest < 0) {
            if (rest == Long.MIN_VALUE) {
                System.arraycopy(LEAST, 0, bytes, size, LEAST.length);
                size += LEAST.length;
                return;
            }
            bytes[size++] = '-';
            rest = -rest;
        }
        int length = 1;
        for (long ten = 10; length < DIGITS - 1 && rest >= ten; ten *= 10) {
            length++;
        }
        for (int i = size + length - 1; i >= size; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += length;
    }
}
