package io.godwit.storage;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.storage.StoredRecord.CellValue;
import io.godwit.storage.StoredRecord.LastExecuted;
import io.godwit.storage.StoredRecord.LoggedWrite;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.MapKey;
import java.util.ArrayList;
import java.util.List;

/** A whole copy as keys and records. */
final class CopyRecords {
    private final Keys.Copy copy;
    private final List<Pair> pairs = new ArrayList<>();

    /** A key and its record, of which the value is made when it is needed. */
    static final class Pair {
        private final byte[] key;
        private final StoredRecord stored;

        private Pair(byte[] key, StoredRecord stored) {
            this.key = key;
            this.stored = stored;
        }

        byte[] key() {
            return key;
        }

        byte[] value(RecordCodec codec) {
            return codec.encode(key, stored);
        }
    }

    private CopyRecords(Keys.Copy copy) {
        this.copy = copy;
    }

    /** All of a log, in no order. */
    static List<Pair> of(Log log, Keys.Copy copy) {
        CopyRecords records = new CopyRecords(copy);
        int position = log.firstKept();
        for (LogEntry entry : log.entries()) {
            records.entry(position++, entry);
        }
        log.content().maps().forEach((map, cells) -> cells.forEach((key, cell) -> records.cell(map, key, cell)));
        log.content().forEachExecuted(records::executed);
        return records.pairs;
    }

    private void add(byte[] key, StoredRecord stored) {
        pairs.add(new Pair(key, stored));
    }

    private void entry(int position, LogEntry entry) {
        add(copy.entry(position), new LoggedWrite(copy.partition(), position, entry));
    }

    private void executed(long client, Executed last) {
        add(copy.executed(client), new LastExecuted(client, last));
    }

    private void cell(Bytes map, Bytes key, Cell cell) {
        MapKey place = new MapKey(map, key);
        if (cell.single() != null) {
            add(
                    copy.cell(map, key),
                    new CellValue(place, CellChunk.Kind.of(cell), cell.parts().get(0)));
            return;
        }
        int number = 1;
        for (Bytes value : cell.values()) {
            if (cell instanceof Cell.Items) {
                add(copy.item(map, key, number++), new CellValue(place, CellChunk.Kind.ITEMS, value));
            } else {
                add(copy.element(map, key, value), new CellValue(place, CellChunk.Kind.ELEMENTS, value));
            }
        }
    }
}
