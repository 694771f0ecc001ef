package io.godwit.playground.browser.java.util.zip;

import java.nio.ByteBuffer;
import java.util.zip.Checksum;

/** CRC-32C, a byte at a time. */
public final class TCRC32C implements Checksum {
    /** The Castagnoli polynomial, the lowest bit first. */
    private static final int POLYNOMIAL = 0x82F63B78;

    private static final int[] TABLE = new int[256];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            int remainder = i;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                remainder = (remainder >>> 1) ^ ((remainder & 1) * POLYNOMIAL);
            }
            TABLE[i] = remainder;
        }
    }

    private int crc = -1;

    @Override
    public void update(int b) {
        crc = (crc >>> Byte.SIZE) ^ TABLE[(crc ^ b) & 0xFF];
    }

    @Override
    public void update(byte[] bytes) {
        update(bytes, 0, bytes.length);
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            update(bytes[i]);
        }
    }

    @Override
    public void update(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            update(bytes.get());
        }
    }

    @Override
    public long getValue() {
        return ~crc & 0xFFFFFFFFL;
    }

    @Override
    public void reset() {
        crc = -1;
    }
}
