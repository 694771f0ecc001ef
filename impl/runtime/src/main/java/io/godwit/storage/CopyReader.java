package io.godwit.storage;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Cell.Elements;
import io.godwit.protocol.map.Cell.Items;
import io.godwit.protocol.map.Cell.Single;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Puts a copy together, key by key. */
final class CopyReader {
    private final int partition;
    private final ChecksummedValues values;
    private final List<LogEntry> entries = new ArrayList<>();
    private int last;
    private NamedMaps maps = NamedMaps.EMPTY;
    private LongMap<Executed> executed = LongMap.empty();

    CopyReader(int partition, ChecksummedValues values) {
        this.partition = partition;
        this.values = values;
    }

    /** Takes one of its keys and the value behind its checksum; keys come in order. */
    void take(byte[] key, ByteBuffer value) throws StoreException {
        switch (Keys.what(key)) {
            case Keys.ENTRY -> {
                Append append = values.message(key, value, Append.class);
                if (last > 0 && append.number() != last + 1) {
                    throw StoreException.damaged("entry " + (last + 1) + " of partition " + partition + " is missing");
                }
                last = append.number();
                entries.add(append.entry());
            }
            case Keys.CELL, Keys.ITEM -> {
                CellChunk chunk = values.frame(key, value, Frame.SnapshotChunk.class)
                        .cells()
                        .get(0);
                Cell before = maps.cell(chunk.map(), chunk.key());
                maps = maps.with(chunk.map(), chunk.key(), cell(key, before, chunk));
            }
            case Keys.EXECUTED -> {
                LastWrite write = values.frame(key, value, Frame.SnapshotChunk.class)
                        .executed()
                        .get(0);
                executed = executed.with(write.client(), write.executed());
            }
            default -> throw StoreException.damaged(
                    "something unknown is stored under " + Keys.what(key) + " of partition " + partition);
        }
    }

    /** What a key holds with one more chunk. */
    private Cell cell(byte[] key, Cell before, CellChunk chunk) throws StoreException {
        Bytes value = chunk.values().get(0);
        if (chunk.kind() == CellChunk.Kind.SINGLE && before == null) {
            return new Single(value);
        } else if (chunk.kind() == CellChunk.Kind.ITEMS && (before == null || before instanceof Items)) {
            Items items = Items.append((Items) before, value);
            if (Keys.number(key) != items.size()) {
                throw StoreException.damaged(
                        "item " + items.size() + " of a list in partition " + partition + " is missing");
            }
            return items;
        } else if (chunk.kind() == CellChunk.Kind.ELEMENTS && (before == null || before instanceof Elements)) {
            return (before == null ? Elements.NONE : (Elements) before).with(value);
        }
        throw StoreException.damaged("what a key in partition " + partition + " holds is of two kinds");
    }

    /** What came together. */
    Log log() {
        return Log.restored(MapContent.restored(maps, executed, last), entries);
    }
}
