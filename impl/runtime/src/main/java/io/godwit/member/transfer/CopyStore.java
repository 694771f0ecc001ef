package io.godwit.member.transfer;

import io.godwit.environment.Storage;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.storage.MemberStore;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * A member's store, for sending and receiving copies.
 *
 * @param store the store
 * @param full whether there is too little room; called by any thread
 */
public record CopyStore(MemberStore store, BooleanSupplier full) implements Store {
    @Override
    public Storage.CopyFile export(int partition, Log log) throws IOException {
        return store.export(partition, log);
    }

    @Override
    public Storage.ArrivingFile newArrival() throws IOException {
        return store.newArrival();
    }

    @Override
    public Log take(int partition, Storage.ArrivingFile file) throws IOException {
        return store.take(partition, file);
    }

    @Override
    public void dismiss(int partition, Log log) {
        store.dismiss(partition, log);
    }

    @Override
    public boolean isFull() {
        return full.getAsBoolean();
    }
}
