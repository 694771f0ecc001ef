package io.godwit.member.transfer;

import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.storage.MemberStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * A member's store as what sends and takes copies sees it.
 *
 * @param store where all is kept
 * @param full is there too little room? Any thread may ask
 */
public record CopyStore(MemberStore store, BooleanSupplier full) implements Store {
    @Override
    public Path export(int partition, Log log) throws IOException {
        return store.export(partition, log);
    }

    @Override
    public Path newFile() {
        return store.newFile();
    }

    @Override
    public Log take(int partition, Path file) throws IOException {
        return store.take(partition, file);
    }

    @Override
    public void dismiss(int partition, Log log) throws IOException {
        store.dismiss(partition, log);
    }

    @Override
    public boolean isFull() {
        return full.getAsBoolean();
    }
}
