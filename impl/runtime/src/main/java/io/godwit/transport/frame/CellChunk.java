package io.godwit.transport.frame;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import java.util.List;

/**
 * What a key holds, or the next items of a list, or some more elements of a set.
 *
 * @param map name of the map
 * @param key the key
 * @param kind what it is
 * @param values one for a single value, one or more otherwise
 */
public record CellChunk(Bytes map, Bytes key, Kind kind, List<Bytes> values) {
    /** What a key can hold. */
    public enum Kind {
        /** One value. */
        SINGLE,
        /** A list. */
        ITEMS,
        /** A set. */
        ELEMENTS,
        /** One value with a due time, as {@link Cell.Expiring#packed} has it. */
        EXPIRING,
        /** One value that is due if it is not used, as {@link Cell.Idle#packed} has it. */
        IDLE;

        /** What a cell is. */
        public static Kind of(Cell cell) {
            if (cell instanceof Cell.Single) {
                return SINGLE;
            } else if (cell instanceof Cell.Items) {
                return ITEMS;
            }
            if (cell instanceof Cell.Elements) {
                return ELEMENTS;
            }
            return cell instanceof Cell.Idle ? IDLE : EXPIRING;
        }

        /** Is it one value, under the key itself? */
        public boolean isSingle() {
            return this != ITEMS && this != ELEMENTS;
        }
    }

    /** Copies the values; refuses none, and more than one where one is due. */
    public CellChunk {
        values = List.copyOf(values);
        if (values.isEmpty() || (kind.isSingle() && values.size() != 1)) {
            throw new IllegalArgumentException(values.size() + " values for " + kind);
        }
    }
}
