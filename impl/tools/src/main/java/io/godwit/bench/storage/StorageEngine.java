package io.godwit.bench.storage;

import io.godwit.protocol.map.Bytes;
import java.io.IOException;
import java.util.List;

/** A storage engine that keeps keys in order. */
interface StorageEngine extends AutoCloseable {
    /** An entry. */
    record Pair(Bytes key, Bytes value) {}

    /** Makes all entries durable at once: after it, no crash loses any of them, and none of them is there without the others. */
    void commit(List<Pair> batch) throws IOException;

    /** Forgets all keys from the first to before the second. */
    void deleteRange(byte[] from, byte[] to) throws IOException;

    /** Reads all entries in order; returns how many bytes there are. */
    long readAll() throws IOException;

    @Override
    void close() throws IOException;
}
