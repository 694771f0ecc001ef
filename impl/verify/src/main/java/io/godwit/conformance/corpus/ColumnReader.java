package io.godwit.conformance.corpus;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what a {@link Column} has. */
final class ColumnReader {
    private static final int BITS = 7;
    private static final int LOW = (1 << BITS) - 1;

    private final ByteBuffer bytes;

    ColumnReader(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    int next() {
        int number = 0;
        for (int shift = 0; ; shift += BITS) {
            int part = bytes.get();
            number |= (part & LOW) << shift;
            if (part >= 0) {
                return number;
            }
        }
    }

    int nextSigned() {
        int number = next();
        return number >>> 1 ^ -(number & 1);
    }

    String nextText() {
        byte[] encoded = new byte[next()];
        bytes.get(encoded);
        return new String(encoded, StandardCharsets.UTF_8);
    }
}
