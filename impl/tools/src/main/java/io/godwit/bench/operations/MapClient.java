package io.godwit.bench.operations;

/** A map as a client sees it; for many threads. */
interface MapClient extends AutoCloseable {
    /** Reads. */
    byte[] get(byte[] key);

    /** Writes, and waits until that is safe. */
    void put(byte[] key, byte[] value);

    @Override
    void close();
}
