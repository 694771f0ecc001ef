package io.godwit.transport.frame;

import io.godwit.protocol.map.Bytes;
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
        ELEMENTS
    }

    /** Copies the values; refuses none, and more than one where one is due. */
    public CellChunk {
        values = List.copyOf(values);
        if (values.isEmpty() || (kind == Kind.SINGLE && values.size() != 1)) {
            throw new IllegalArgumentException(values.size() + " values for " + kind);
        }
    }
}
