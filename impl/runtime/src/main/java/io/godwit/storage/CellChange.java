package io.godwit.storage;

import io.godwit.environment.Storage;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Cell.Elements;
import io.godwit.protocol.map.Cell.Items;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.MapKey;
import java.util.List;

/**
 * Turns the difference of what a key held and holds into writes. Items of a list and elements of a set lie under keys of their
 * own: one more of them is one more write, however many there are.
 */
final class CellChange {
    private final Keys.Copy copy;
    private final MapKey place;
    private final RecordCodec codec;
    private final Storage.Batch batch;

    CellChange(Keys.Copy copy, MapKey place, RecordCodec codec, Storage.Batch batch) {
        this.copy = copy;
        this.place = place;
        this.codec = codec;
        this.batch = batch;
    }

    /**
     * Writes what is different.
     *
     * @param before what lies there, null for nothing
     * @param after what is to lie there, null for nothing
     * @param added if nothing was done but add to a set: what was added; otherwise null
     */
    void write(Cell before, Cell after, List<Bytes> added) {
        boolean single = after != null && after.single() != null;
        if (before != null && before.single() != null && !single) {
            batch.delete(copy.cell(place.map(), place.key()));
        }
        if (single) {
            forget(before);
            put(
                    copy.cell(place.map(), place.key()),
                    CellChunk.Kind.of(after),
                    after.parts().get(0));
        } else if (after instanceof Items items) {
            items(before, items);
        } else if (after instanceof Elements elements) {
            elements(before, elements, added);
        } else {
            forget(before);
        }
    }

    /** Removes items or elements. */
    private void forget(Cell before) {
        if (before instanceof Items || before instanceof Elements) {
            byte[] all = copy.items(place.map(), place.key());
            batch.deleteRange(all, Keys.behind(all));
        }
    }

    @SuppressWarnings(
            "ReferenceEquality") // a list that was appended to shares the older one; another one is written whole
    private void items(Cell before, Items after) {
        int known = before instanceof Items items ? items.size() : 0;
        Items rest = after;
        while (rest != null && rest.size() > known) {
            rest = rest.before();
        }
        boolean continued = rest == before;
        if (!continued) {
            forget(before);
        }
        int first = continued ? known : 0;
        for (rest = after; rest != null && rest.size() > first; rest = rest.before()) {
            put(copy.item(place.map(), place.key(), rest.size()), CellChunk.Kind.ITEMS, rest.last());
        }
    }

    private void elements(Cell before, Elements after, List<Bytes> added) {
        List<Bytes> more = added;
        if (added == null || !(before instanceof Elements)) {
            forget(before);
            more = after.values();
        }
        for (Bytes element : more) {
            put(copy.element(place.map(), place.key(), element), CellChunk.Kind.ELEMENTS, element);
        }
    }

    private void put(byte[] key, CellChunk.Kind kind, Bytes value) {
        batch.put(key, codec.encode(key, new StoredRecord.CellValue(place, kind, value)));
    }
}
