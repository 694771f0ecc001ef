package io.godwit.storage.rocksdb;

import io.godwit.environment.Storage;
import java.io.IOException;
import java.util.function.Supplier;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIteratorInterface;

/** An iterator of the database or of a file. */
final class RocksCursor implements Storage.Cursor {
    private final RocksIteratorInterface iterator;
    private final Supplier<byte[]> key;
    private final Supplier<byte[]> value;
    private Runnable closing;

    /**
     * A cursor where an iterator is.
     *
     * @param closing closes the iterator
     */
    RocksCursor(RocksIteratorInterface iterator, Supplier<byte[]> key, Supplier<byte[]> value, Runnable closing) {
        this.iterator = iterator;
        this.key = key;
        this.value = value;
        this.closing = closing;
    }

    @Override
    public boolean isValid() throws IOException {
        if (iterator.isValid()) {
            return true;
        }
        try {
            iterator.status();
            return false;
        } catch (RocksDBException e) {
            throw RocksStorage.failure(e);
        }
    }

    @Override
    public byte[] key() {
        return key.get();
    }

    @Override
    public byte[] value() {
        return value.get();
    }

    @Override
    public void next() {
        iterator.next();
    }

    @Override
    public void close() {
        closing.run();
        closing = () -> {};
    }
}
