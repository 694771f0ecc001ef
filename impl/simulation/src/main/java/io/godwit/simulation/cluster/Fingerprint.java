package io.godwit.simulation.cluster;

import java.util.zip.CRC32C;

/**
 * A fingerprint of all bytes that were sent and written, and of syncs with their results, in their order: two runs with the same
 * one have done the same.
 */
final class Fingerprint {
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final CRC32C crc = new CRC32C();
    private long value = PRIME;

    /** A site has sent bytes to another one. */
    void written(int from, int to, long connection, byte[] bytes) {
        add(connection * 64 + from * 8L + to, bytes);
    }

    /** A site has written bytes to its disk. */
    void written(int site, byte[] bytes) {
        add(-site, bytes);
    }

    /** A sync of a site's disk has ended. */
    void synced(int site, long batches, boolean done) {
        add(-site, batches * 2 + (done ? 1 : 0));
    }

    private void add(long who, byte[] bytes) {
        crc.reset();
        crc.update(bytes);
        add(who, crc.getValue() << 16);
    }

    private void add(long who, long what) {
        value = (value ^ what ^ who) * PRIME;
        value ^= value >>> 29;
    }

    long value() {
        return value;
    }
}
