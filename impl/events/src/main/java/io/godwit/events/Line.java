package io.godwit.events;

import java.util.Arrays;

/** A line of JSON in the making. Only what event logs need; names and texts are given without characters to be escaped. */
final class Line {
    private static final int DIGITS = 20;
    private static final int TEN = 10;
    private static final int HUNDRED = 100;
    private static final byte[] ONES = new byte[HUNDRED];
    private static final byte[] TENS = new byte[HUNDRED];

    static {
        for (int i = 0; i < HUNDRED; i++) {
            ONES[i] = (byte) ('0' + i % TEN);
            TENS[i] = (byte) ('0' + i / TEN);
        }
    }

    private final byte[] scratch = new byte[DIGITS];

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

    /** A name; its value is to follow. */
    Line name(String name) {
        room(name.length() + 4);
        comma();
        bytes[size++] = '"';
        ascii(name);
        bytes[size++] = '"';
        bytes[size++] = ':';
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
        if (number < 0) {
            ascii(Long.toString(number));
            return;
        }
        int at = DIGITS;
        long rest = number;
        while (rest > Integer.MAX_VALUE) {
            long hundreds = rest / HUNDRED;
            at = pair(at, (int) (rest - hundreds * HUNDRED));
            rest = hundreds;
        }
        int small = (int) rest;
        while (small >= HUNDRED) {
            int hundreds = small / HUNDRED;
            at = pair(at, small - hundreds * HUNDRED);
            small = hundreds;
        }
        at = pair(at, small);
        int from = small < TEN ? at + 1 : at;
        room(DIGITS);
        System.arraycopy(scratch, from, bytes, size, DIGITS - from);
        size += DIGITS - from;
    }

    private int pair(int behind, int number) {
        scratch[behind - 1] = ONES[number];
        scratch[behind - 2] = TENS[number];
        return behind - 2;
    }
}
