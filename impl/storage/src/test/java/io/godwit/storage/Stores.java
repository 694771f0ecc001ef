package io.godwit.storage;

import io.godwit.environment.threads.SystemClock;
import io.godwit.storage.rocksdb.RocksStorage;
import java.io.IOException;
import java.nio.file.Path;

/** Stores in directories. */
final class Stores {
    private Stores() {}

    static MemberStore open(Path directory) throws IOException {
        RocksStorage storage = RocksStorage.open(directory);
        try {
            return new MemberStore(storage, new SystemClock());
        } catch (IOException e) {
            storage.close();
            throw e;
        }
    }
}
