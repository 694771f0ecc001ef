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
import io.godwit.transport.frame.CellPart;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Puts a copy together, key by key. */
final class CopyReader {
    private final int partition;
    private final Values values;
    private final List<LogEntry> entries = new ArrayList<>();
    private int last;
    private NamedMaps maps = NamedMaps.EMPTY;
    private LongMap<Executed> executed = LongMap.empty();

    CopyReader(int partition, Values values) {
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
                CellPart part =
                        values.frame(key, value, Frame.Part.class).cells().get(0);
                Cell before = maps.cell(part.map(), part.key());
                maps = maps.with(part.map(), part.key(), cell(key, before, part));
            }
            case Keys.EXECUTED -> {
                LastWrite write =
                        values.frame(key, value, Frame.Part.class).executed().get(0);
                executed = executed.with(write.client(), write.executed());
            }
            default -> throw StoreException.damaged(
                    "something unknown is stored under " + Keys.what(key) + " of partition " + partition);
        }
    }

    /** What a key holds with one more part. */
    private Cell cell(byte[] key, Cell before, CellPart part) throws StoreException {
        Bytes value = part.values().get(0);
        if (part.kind() == CellPart.Kind.SINGLE && before == null) {
            return new Single(value);
        } else if (part.kind() == CellPart.Kind.ITEMS && (before == null || before instanceof Items)) {
            Items items = Items.append((Items) before, value);
            if (Keys.number(key) != items.size()) {
                throw StoreException.damaged(
                        "item " + items.size() + " of a list in partition " + partition + " is missing");
            }
            return items;
        } else if (part.kind() == CellPart.Kind.ELEMENTS && (before == null || before instanceof Elements)) {
            return (before == null ? Elements.NONE : (Elements) before).with(value);
        }
        throw StoreException.damaged("what a key in partition " + partition + " holds is of two kinds");
    }

    /** What came together. */
    Log log() {
        return Log.restored(MapContent.restored(maps, executed, last), entries);
    }
}
