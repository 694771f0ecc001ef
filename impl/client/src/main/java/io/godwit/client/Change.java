package io.godwit.client;

import io.godwit.protocol.map.Bytes;

/** A change of a map. Immutable. */
public final class Change {
    private final Kind kind;
    private final int partition;
    private final Bytes key;
    private final Bytes value;

    /** What was done. */
    public enum Kind {
        /** The key has the value now. */
        PUT,
        /** The key is absent now. */
        REMOVE,
        /** The value, a number of eight bytes, big-endian, was added to the number under the key; an absent key counted as 0. */
        INCREMENT,
        /** The value is a new item at the end of the list under the key. */
        APPEND,
        /** The value is a new element of the set under the key. */
        ADD,
        /** All keys of the map in the partition are absent now. */
        CLEAR
    }

    Change(Kind kind, int partition, Bytes key, Bytes value) {
        this.kind = kind;
        this.partition = partition;
        this.key = key;
        this.value = value;
    }

    /** What was done. */
    public Kind kind() {
        return kind;
    }

    /** The partition of the key, counted from 0 among those of the map. Changes of one partition come in their order. */
    public int partition() {
        return partition;
    }

    /** The key; empty for {@link Kind#CLEAR}. */
    public byte[] key() {
        return key.toArray();
    }

    /** The value, item, element or number; empty for {@link Kind#REMOVE} and {@link Kind#CLEAR}. */
    public byte[] value() {
        return value.toArray();
    }

    /** Kind and key, for people. */
    @Override
    public String toString() {
        return kind == Kind.CLEAR ? kind + " of partition " + partition : kind + " " + GodwitMap.shown(key);
    }
}
