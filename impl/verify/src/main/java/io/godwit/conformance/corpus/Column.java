package io.godwit.conformance.corpus;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A part of the file whose numbers resemble each other: variable-length numbers, 7 bits a byte, lowest first. */
final class Column {
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Appends a number that is not negative. */
    Column put(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("negative: " + number);
        }
        int rest = number;
        while (rest >= MORE) {
            bytes.write(rest | MORE);
            rest >>>= BITS;
        }
        bytes.write(rest);
        return this;
    }

    /** Appends a number with a sign. */
    Column putSigned(int number) {
        return put(number << 1 ^ number >> 31);
    }

    /** Appends a string. */
    Column put(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        put(encoded.length);
        bytes.writeBytes(encoded);
        return this;
    }

    /** What was appended. */
    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
