package io.godwit.storage;

import io.godwit.protocol.map.Bytes;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Values on disk: some bytes behind a checksum over them and their key. The checksum is end to end: whatever lies below may have
 * others.
 */
final class ChecksummedValues {
    private ChecksummedValues() {}

    /** Puts the checksum in front of some bytes. */
    static byte[] seal(byte[] key, byte[] bytes) {
        byte[] value = room(bytes.length);
        content(value).put(bytes);
        return summed(key, value);
    }

    /** A value whose content and checksum are not there yet. */
    static byte[] room(int bytes) {
        return new byte[Integer.BYTES + bytes];
    }

    /** The content of a value. */
    static ByteBuffer content(byte[] value) {
        return ByteBuffer.wrap(value, Integer.BYTES, value.length - Integer.BYTES)
                .slice();
    }

    /** Computes the checksum of a value whose content is there, and returns the value. */
    static byte[] summed(byte[] key, byte[] value) {
        ByteBuffer.wrap(value).putInt(sum(key, value));
        return value;
    }

    private static int sum(byte[] key, byte[] value) {
        CRC32C sum = new CRC32C();
        sum.update(key);
        sum.update(value, Integer.BYTES, value.length - Integer.BYTES);
        return (int) sum.getValue();
    }

    /** Whether a value has the checksum that belongs to it and its key. */
    static boolean isWhole(byte[] key, byte[] value) {
        return value.length >= Integer.BYTES && ByteBuffer.wrap(value).getInt() == sum(key, value);
    }

    /** What is behind the checksum. Everything that is read from a store or a file goes through here. */
    static ByteBuffer open(byte[] key, byte[] value) throws StoreException {
        if (!isWhole(key, value)) {
            throw damaged(key, "the checksum does not fit");
        }
        return content(value);
    }

    static byte[] bytes(ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        return bytes;
    }

    static StoreException damaged(byte[] key, String why) {
        return StoreException.damaged("the value under key " + Bytes.of(key) + " is damaged: " + why);
    }
}
