package io.godwit.storage;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.MapKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A whole copy as keys and values. */
final class Records {
    private final Keys.Copy copy;
    private final ChecksummedValues values;
    private final List<Pair> pairs = new ArrayList<>();

    /** A key, and what makes its value when it is needed. */
    static final class Pair {
        private final byte[] key;
        private final Supplier<byte[]> value;

        Pair(byte[] key, Supplier<byte[]> value) {
            this.key = key;
            this.value = value;
        }

        byte[] key() {
            return key;
        }

        Supplier<byte[]> value() {
            return value;
        }
    }

    private Records(Keys.Copy copy, ChecksummedValues values) {
        this.copy = copy;
        this.values = values;
    }

    /** All of a log, in no order. */
    static List<Pair> of(Log log, Keys.Copy copy, ChecksummedValues values) {
        Records records = new Records(copy, values);
        int position = log.firstKept();
        for (LogEntry entry : log.entries()) {
            records.entry(position++, entry);
        }
        log.content().maps().forEach((map, cells) -> cells.forEach((key, cell) -> records.cell(map, key, cell)));
        log.content().forEachExecuted(records::executed);
        return records.pairs;
    }

    private void entry(int position, LogEntry entry) {
        byte[] key = copy.entry(position);
        pairs.add(new Pair(key, () -> encode(values, key, copy.partition(), position, entry)));
    }

    private void executed(long client, Executed last) {
        byte[] key = copy.executed(client);
        pairs.add(new Pair(key, () -> encode(values, key, client, last)));
    }

    private void cell(Bytes map, Bytes key, Cell cell) {
        MapKey place = new MapKey(map, key);
        if (cell instanceof Cell.Single single) {
            part(copy.cell(map, key), place, CellChunk.Kind.SINGLE, single.value());
            return;
        }
        int number = 1;
        for (Bytes value : cell.values()) {
            if (cell instanceof Cell.Items) {
                part(copy.item(map, key, number++), place, CellChunk.Kind.ITEMS, value);
            } else {
                part(copy.element(map, key, value), place, CellChunk.Kind.ELEMENTS, value);
            }
        }
    }

    private void part(byte[] key, MapKey place, CellChunk.Kind kind, Bytes value) {
        pairs.add(new Pair(key, () -> encode(values, key, place, kind, value)));
    }

    static byte[] encode(ChecksummedValues values, byte[] key, int partition, int position, LogEntry entry) {
        return values.encode(key, new Append(partition, entry.epoch(), position, entry));
    }

    static byte[] encode(ChecksummedValues values, byte[] key, long client, Executed last) {
        return values.encode(
                key,
                new Frame.SnapshotChunk(0, 0, true, false, List.of(), List.of(new LastWrite(client, last)), List.of()));
    }

    static byte[] encode(ChecksummedValues values, byte[] key, MapKey place, CellChunk.Kind kind, Bytes value) {
        CellChunk part = new CellChunk(place.map(), place.key(), kind, List.of(value));
        return values.encode(key, new Frame.SnapshotChunk(0, 0, true, false, List.of(part), List.of(), List.of()));
    }
}
