package io.godwit.conformance.corpus;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
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
}
