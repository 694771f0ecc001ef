package io.godwit.storage;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Cell.Elements;
import io.godwit.protocol.map.Cell.Expiring;
import io.godwit.protocol.map.Cell.Idle;
import io.godwit.protocol.map.Cell.Items;
import io.godwit.protocol.map.Cell.Single;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.storage.StoredRecord.CellValue;
import io.godwit.storage.StoredRecord.LastExecuted;
import io.godwit.storage.StoredRecord.LoggedWrite;
import io.godwit.transport.frame.CellChunk;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Puts a copy together, key by key. */
final class CopyReader {
    private final int partition;
    private final RecordCodec codec;
    private final List<LogEntry> entries = new ArrayList<>();
    private int last;
    private NamedMaps maps = NamedMaps.EMPTY;
    private LongMap<Executed> executed = LongMap.empty();

    CopyReader(int partition, RecordCodec codec) {
        this.partition = partition;
        this.codec = codec;
    }

    /** Takes one of its keys and the value behind its checksum; keys come in order. */
    void take(byte[] key, ByteBuffer value) throws StoreException {
        switch (Keys.what(key)) {
            case Keys.ENTRY -> {
                LoggedWrite write = codec.decode(key, value, LoggedWrite.class);
                if (last > 0 && write.position() != last + 1) {
                    throw StoreException.damaged("entry " + (last + 1) + " of partition " + partition + " is missing");
                }
                last = write.position();
                entries.add(write.entry());
            }
            case Keys.CELL, Keys.ITEM -> {
                CellValue part = codec.decode(key, value, CellValue.class);
                Bytes map = part.place().map();
                Bytes name = part.place().key();
                maps = maps.with(map, name, cell(key, maps.cell(map, name), part));
            }
            case Keys.EXECUTED -> {
                LastExecuted call = codec.decode(key, value, LastExecuted.class);
                executed = executed.with(call.client(), call.executed());
            }
            default -> throw StoreException.damaged(
                    "something unknown is stored under " + Keys.what(key) + " of partition " + partition);
        }
    }

    /** What a key of a map holds with one more value. */
    private Cell cell(byte[] key, Cell before, CellValue part) throws StoreException {
        Bytes value = part.value();
        if (part.kind() == CellChunk.Kind.SINGLE && before == null) {
            return new Single(value);
        } else if (part.kind() == CellChunk.Kind.EXPIRING && before == null) {
            return Expiring.unpacked(value);
        } else if (part.kind() == CellChunk.Kind.IDLE && before == null) {
            return Idle.unpacked(value);
        } else if (part.kind() == CellChunk.Kind.ITEMS && (before == null || before instanceof Items)) {
            Items items = Items.append((Items) before, value);
            if (Keys.number(key) != items.size()) {
                throw StoreException.damaged(
                        "item " + items.size() + " of a list in partition " + partition + " is missing");
            }
            return items;
        } else if (part.kind() == CellChunk.Kind.ELEMENTS && (before == null || before instanceof Elements)) {
            return (before == null ? Elements.NONE : (Elements) before).with(value);
        }
        throw StoreException.damaged("what a key in partition " + partition + " holds is of two kinds");
    }

    /** What came together. */
    Log log() {
        return Log.restored(MapContent.restored(maps, executed, last), entries);
    }
}
