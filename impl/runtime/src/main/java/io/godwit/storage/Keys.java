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
    static final byte INCARNATION = 10;
    static final byte COPY = 12;
    static final byte PLACE = 13;
    static final byte NAME = 14;
    static final byte FORMAT = 15;
    static final byte RECOVERY = 20;
    static final byte RUN = 21;
    static final byte CONFIRMED_RUN = 22;
    static final byte COPY_NOTE = 23;

    /** What is kept of a copy. */
    static final byte ENTRY = 1;

    static final byte CELL = 2;
    static final byte EXECUTED = 3;
    static final byte ITEM = 4;

    /** What is longer is named by its digest. */
    private static final int SHORT = 32;

    private static final int HEAD = 1 + Integer.BYTES;
    /** Of a copy's keys: kind, partition, place, and what of the copy. */
    private static final int COPY_HEAD = HEAD + Long.BYTES + 1;

    private Keys() {}

    static byte[] only(byte kind) {
        return new byte[] {kind};
    }

    /** Whether a key says who the member is, or of what kind the store is, and not what the member knows. */
    static boolean isOfIdentity(byte[] key) {
        return switch (key[0]) {
            case IDENTITY, INCARNATION, NAME, FORMAT, RECOVERY, RUN, CONFIRMED_RUN, COPY_NOTE -> true;
            default -> false;
        };
    }

    static byte[] of(byte kind, int partition) {
        return ByteBuffer.allocate(HEAD).put(kind).putInt(partition).array();
    }

    /**
     * A copy of a partition. All of it lies together, behind its place: when a copy takes the place of another one, it is written
     * somewhere else and then declared to be the one that counts.
     */
    record Copy(int partition, long place) {
        /** The beginning of all its keys. */
        byte[] all() {
            return ByteBuffer.allocate(HEAD + Long.BYTES)
                    .put(COPY)
                    .putInt(partition)
                    .putLong(place)
                    .array();
        }

        private ByteBuffer of(byte what, int more) {
            return ByteBuffer.allocate(COPY_HEAD + more)
                    .put(COPY)
                    .putInt(partition)
                    .putLong(place)
                    .put(what);
        }

        byte[] entry(int position) {
            return of(ENTRY, Integer.BYTES).putInt(position).array();
        }

        byte[] executed(long client) {
            return of(EXECUTED, Long.BYTES).putLong(client).array();
        }

        /** The beginning of all cells of a map, or of all items in it; the length before the name keeps maps apart. */
        byte[] map(byte what, Bytes map) {
            return of(what, Integer.BYTES + map.length())
                    .putInt(map.length())
                    .put(map.shared())
                    .array();
        }

        byte[] cell(Bytes map, Bytes key) {
            byte[] head = map(CELL, map);
            return ByteBuffer.allocate(head.length + key.length())
                    .put(head)
                    .put(key.shared())
                    .array();
        }

        /** The beginning of all items of a list, or all elements of a set. */
        byte[] items(Bytes map, Bytes key) {
            byte[] head = map(ITEM, map);
            return ByteBuffer.allocate(head.length + Integer.BYTES + key.length())
                    .put(head)
                    .putInt(key.length())
                    .put(key.shared())
                    .array();
        }

        /** An item of a list, by its place from 1. */
        byte[] item(Bytes map, Bytes key, int number) {
            byte[] head = items(map, key);
            return ByteBuffer.allocate(head.length + Integer.BYTES)
                    .put(head)
                    .putInt(number)
                    .array();
        }

        /** An element of a set: a short one by itself, a long one by its digest. */
        byte[] element(Bytes map, Bytes key, Bytes element) {
            byte[] head = items(map, key);
            boolean isShort = element.length() <= SHORT;
            byte[] name = isShort ? element.shared() : digest(element);
            return ByteBuffer.allocate(head.length + 1 + name.length)
                    .put(head)
                    .put((byte) (isShort ? 0 : 1))
                    .put(name)
                    .array();
        }
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

    /** The number of an item of a list. */
    static int number(byte[] key) {
        return ByteBuffer.wrap(key).getInt(key.length - Integer.BYTES);
    }

    /** Is a key one of a copy? */
    static boolean isOfCopy(byte[] key) {
        return key.length >= COPY_HEAD && key[0] == COPY;
    }

    /** The copy that a key belongs to. */
    static Copy copy(byte[] key) {
        if (key.length < COPY_HEAD) {
            throw new IllegalArgumentException("a key of " + key.length + " bytes");
        }
        return new Copy(partition(key), ByteBuffer.wrap(key).getLong(HEAD));
    }

    /** What of a copy a key stands for. */
    static byte what(byte[] key) {
        return key[COPY_HEAD - 1];
    }

    static int partition(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }
}
