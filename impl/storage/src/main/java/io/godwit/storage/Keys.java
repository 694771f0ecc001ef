package io.godwit.storage;

import io.godwit.protocol.map.Bytes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

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
    static final byte ITEM = 11;

    /** What is longer is named by its digest. */
    private static final int SHORT = 32;

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

    /** The beginning of all cells of a map, or of all items in it; the length before the name keeps maps apart. */
    static byte[] map(byte kind, int partition, Bytes map) {
        return ByteBuffer.allocate(HEAD + Integer.BYTES + map.length())
                .put(kind)
                .putInt(partition)
                .putInt(map.length())
                .put(map.shared())
                .array();
    }

    static byte[] cell(int partition, Bytes map, Bytes key) {
        byte[] head = map(CELL, partition, map);
        return ByteBuffer.allocate(head.length + key.length())
                .put(head)
                .put(key.shared())
                .array();
    }

    /** The beginning of all items of a list, or all elements of a set. */
    static byte[] items(int partition, Bytes map, Bytes key) {
        byte[] head = map(ITEM, partition, map);
        return ByteBuffer.allocate(head.length + Integer.BYTES + key.length())
                .put(head)
                .putInt(key.length())
                .put(key.shared())
                .array();
    }

    /** An item of a list, by its place from 1. */
    static byte[] item(int partition, Bytes map, Bytes key, int place) {
        byte[] head = items(partition, map, key);
        return ByteBuffer.allocate(head.length + Integer.BYTES)
                .put(head)
                .putInt(place)
                .array();
    }

    /** An element of a set: a short one by itself, a long one by its digest. */
    static byte[] element(int partition, Bytes map, Bytes key, Bytes element) {
        byte[] head = items(partition, map, key);
        boolean isShort = element.length() <= SHORT;
        byte[] name = isShort ? element.shared() : digest(element);
        return ByteBuffer.allocate(head.length + 1 + name.length)
                .put(head)
                .put((byte) (isShort ? 0 : 1))
                .put(name)
                .array();
    }

    private static byte[] digest(Bytes bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes.shared());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
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

    /** The place of an item of a list. */
    static int place(byte[] key) {
        return ByteBuffer.wrap(key).getInt(key.length - Integer.BYTES);
    }

    static int partition(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }
}
