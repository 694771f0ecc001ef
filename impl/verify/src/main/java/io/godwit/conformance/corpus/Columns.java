package io.godwit.conformance.corpus;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Several columns one after the other, each with its length in front. */
final class Columns {
    private Columns() {}

    static final class Out {
        private final List<Column> columns = new ArrayList<>();

        /** The next column; all of them may be appended to until the end. */
        Column column() {
            Column column = new Column();
            columns.add(column);
            return column;
        }

        byte[] toBytes() {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (Column column : columns) {
                byte[] bytes = column.toBytes();
                all.writeBytes(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                all.writeBytes(bytes);
            }
            return all.toByteArray();
        }
    }

    static final class In {
        private final ByteBuffer all;

        In(byte[] bytes) {
            all = ByteBuffer.wrap(bytes);
        }

        ColumnReader column() {
            int length = all.getInt();
            ByteBuffer own = all.slice(all.position(), length);
            all.position(all.position() + length);
            return new ColumnReader(own);
        }
    }

    /** A part of the file whose numbers resemble each other: variable-length numbers, 7 bits a byte, lowest first. */
    static final class Column {
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

    /** Reads what a {@link Column} has. */
    static final class ColumnReader {
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
}
