package io.godwit.protocol.map;

import java.util.Arrays;
import java.util.Objects;

/** An immutable sequence of bytes: a key, a value, the name of a map. */
public final class Bytes implements Comparable<Bytes> {
    /** No bytes. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private static final long FNV_BASIS = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private final byte[] array;

    private Bytes(byte[] array) {
        this.array = array;
    }

    /** A copy of these bytes. */
    public static Bytes of(byte... bytes) {
        return new Bytes(bytes.clone());
    }

    /** These very bytes: whoever hands them over must not change them again. */
    public static Bytes owning(byte[] bytes) {
        return new Bytes(Objects.requireNonNull(bytes, "bytes"));
    }

    /** The eight bytes of a number, the most significant first. */
    public static Bytes ofNumber(long number) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number >>> (Long.SIZE - (i + 1) * Byte.SIZE));
        }
        return new Bytes(bytes);
    }

    /** The sixteen bytes of two numbers. */
    public static Bytes ofNumbers(long first, long second) {
        byte[] bytes = Arrays.copyOf(ofNumber(first).array, 2 * Long.BYTES);
        System.arraycopy(ofNumber(second).array, 0, bytes, Long.BYTES, Long.BYTES);
        return new Bytes(bytes);
    }

    /** Are these the bytes of a number? */
    public boolean isNumber() {
        return array.length == Long.BYTES;
    }

    /**
     * The number that the eight bytes stand for.
     *
     * @throws IllegalStateException if there are not eight
     */
    public long number() {
        if (!isNumber()) {
            throw new IllegalStateException("not a number: " + array.length + " bytes");
        }
        return numberAt(0);
    }

    /**
     * The number that eight of the bytes stand for.
     *
     * @param from the place of the first of them
     * @throws ArrayIndexOutOfBoundsException if there are less than eight
     */
    public long numberAt(int from) {
        long number = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            number = (number << Byte.SIZE) | (array[i] & 0xFF);
        }
        return number;
    }

    /** How many bytes. */
    public int length() {
        return array.length;
    }

    /** The bytes, as a new array. */
    public byte[] toArray() {
        return array.clone();
    }

    /** The bytes themselves: whoever gets them must not change them. */
    public byte[] shared() {
        return array;
    }

    /** 64 bits that depend on all bytes: FNV-1a. The same on every machine, and part of what members and clients agree on. */
    public long hash() {
        long hash = FNV_BASIS;
        for (byte b : array) {
            hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
        }
        return hash;
    }

    /**
     * The partition of a key with these bytes.
     *
     * @param partitions how many there are, 1 or more
     * @return from 0 to {@code partitions - 1}
     */
    public int partition(int partitions) {
        // The upper half of a product depends on all bits of the hash, the lower bits of the hash itself do not.
        long spread = (hash() * 0x9E3779B97F4A7C15L) >>> Integer.SIZE;
        return (int) ((spread * partitions) >>> Integer.SIZE);
    }

    /** By the bytes as unsigned numbers, the shorter first if it is the beginning of the longer. */
    @Override
    public int compareTo(Bytes other) {
        return compare(array, other.array);
    }

    /** Compares arrays in the order of {@link #compareTo}. */
    public static int compare(byte[] one, byte[] other) {
        int at = Arrays.mismatch(one, other);
        if (at < 0 || at == Math.min(one.length, other.length)) {
            return one.length - other.length;
        }
        return Byte.compareUnsigned(one[at], other[at]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(array);
    }

    /** The first bytes in hexadecimal, and how many there are. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(array.length, 8); i++) {
            text.append(Integer.toHexString((array[i] & 0xFF) | 0x100), 1, 3);
        }
        return text.append(array.length > 8 ? ".. of " + array.length : "").toString();
    }
}
