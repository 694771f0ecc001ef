package io.godwit.storage;

import io.godwit.protocol.map.Bytes;
import java.nio.ByteBuffer;

/** Where things lie. Numbers are big-endian, so that the order of keys is that of partitions and positions. */
final class Keys {
    static final byte IDENTITY = 1;
    static final byte SCALARS = 2;
    static final byte ACCEPTED = 3;
    static final byte COMMITTED = 4;
    static final byte VIEW = 5;
    static final byte WAITS = 6;
    static final byte ENTRY = 7;
    static final byte CELL = 8;
    static final byte EXECUTED = 9;
    static final byte INCARNATION = 10;

    private static final int HEAD = 1 + Integer.BYTES;

    private Keys() {}

    static byte[] only(byte kind) {
        return new byte[] {kind};
    }

    static byte[] of(byte kind, int partition) {
        return ByteBuffer.allocate(HEAD).put(kind).putInt(partition).array();
    }

    static byte[] entry(int partition, int position) {
        return ByteBuffer.allocate(HEAD + Integer.BYTES)
                .put(ENTRY)
                .putInt(partition)
                .putInt(position)
                .array();
    }

    static byte[] executed(int partition, long client) {
        return ByteBuffer.allocate(HEAD + Long.BYTES)
                .put(EXECUTED)
                .putInt(partition)
                .putLong(client)
                .array();
    }

    /** The beginning of all cells of a map; the length before the name keeps maps apart. */
    static byte[] map(int partition, Bytes map) {
        return ByteBuffer.allocate(HEAD + Integer.BYTES + map.length())
                .put(CELL)
                .putInt(partition)
                .putInt(map.length())
                .put(map.shared())
                .array();
    }

    static byte[] cell(int partition, Bytes map, Bytes key) {
        byte[] head = map(partition, map);
        return ByteBuffer.allocate(head.length + key.length())
                .put(head)
                .put(key.shared())
                .array();
    }

    /** The first key behind all that begin like this; null if there is none. */
    static byte[] behind(byte[] prefix) {
        byte[] next = prefix.clone();
        for (int i = next.length - 1; i >= 0; i--) {
            next[i]++;
            if (next[i] != 0) {
                return java.util.Arrays.copyOf(next, i + 1);
            }
        }
        throw new IllegalArgumentException("nothing lies behind");
    }

    static int partition(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }
}
