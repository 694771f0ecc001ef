package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.protocol.classic.data.TableStamp;
import java.util.HashMap;
import java.util.Map;

/** Stamps of both sides: in the specification what is hashed, in the engine the hash. */
final class StampCodec {
    private final ValueTable values;
    private final ClassicTableCodec tables;
    private final boolean replicasToo;
    private final Map<Integer, TableStamp> stamps = new HashMap<>();
    private final Map<Long, Integer> ids = new HashMap<>();

    StampCodec(ValueTable values, ClassicTableCodec tables, boolean replicasToo) {
        this.values = values;
        this.tables = tables;
        this.replicasToo = replicasToo;
    }

    /**
     * The stamp for a table.
     *
     * @throws IllegalStateException if another table has the same one: then nothing can be told from equal stamps
     */
    TableStamp stamp(int value) {
        TableStamp known = stamps.get(value);
        if (known == null) {
            known = TableStamp.of(tables.table(value), replicasToo);
            stamps.put(value, known);
            Integer other = ids.put(known.value(), value);
            if (other != null) {
                throw new IllegalStateException("one stamp for " + values.show(other) + " and " + values.show(value));
            }
        }
        return known;
    }

    /** The table for a stamp; a stamp that no state of the specification has is shown as the number that it is. */
    int id(long stamp) {
        Integer known = ids.get(stamp);
        return known != null ? known : values.ofText("stamp " + Long.toHexString(stamp));
    }
}
