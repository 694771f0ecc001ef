package io.godwit.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Converts keys or values to bytes, and back. Thread-safe. Keys that are equal must have the same bytes.
 *
 * @param <T> type of the keys or values
 */
public interface Codec<T> {
    /** The bytes of a key or value, which is not null. */
    byte[] encode(T value);

    /**
     * The key or value with these bytes.
     *
     * @throws IllegalArgumentException if no key or value has them
     */
    T decode(byte[] bytes);

    /** Bytes as they are. */
    static Codec<byte[]> bytes() {
        return new Codec<>() {
            @Override
            public byte[] encode(byte[] value) {
                return value;
            }

            @Override
            public byte[] decode(byte[] bytes) {
                return bytes;
            }
        };
    }

    /** Texts, in UTF-8. */
    static Codec<String> utf8() {
        return new Codec<>() {
            @Override
            public byte[] encode(String value) {
                return value.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public String decode(byte[] bytes) {
                try {
                    return StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString();
                } catch (CharacterCodingException e) {
                    throw new IllegalArgumentException("not a text in UTF-8", e);
                }
            }
        };
    }

    /** Numbers, as eight bytes, big-endian, as {@link GodwitMap#increment} has them. */
    static Codec<Long> longs() {
        return new Codec<>() {
            @Override
            public byte[] encode(Long value) {
                return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
            }

            @Override
            public Long decode(byte[] bytes) {
                if (bytes.length != Long.BYTES) {
                    throw new IllegalArgumentException("a number of " + bytes.length + " bytes, not " + Long.BYTES);
                }
                return ByteBuffer.wrap(bytes).getLong();
            }
        };
    }
}
