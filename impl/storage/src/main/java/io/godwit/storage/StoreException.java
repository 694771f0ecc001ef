package io.godwit.storage;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What is on the disk cannot be used, or nothing can be put there. */
public final class StoreException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean damage;

    StoreException(String message) {
        super(message);
        this.damage = false;
    }

    StoreException(String message, RocksDBException cause) {
        super(message + ": " + cause.getMessage(), cause);
        this.damage = cause.getStatus() != null && cause.getStatus().getCode() == Status.Code.Corruption;
    }

    private StoreException(String message, Throwable cause, boolean damage) {
        super(message, cause);
        this.damage = damage;
    }

    /** Something that was read is not what was written. */
    static StoreException damaged(String message) {
        return new StoreException(message, null, true);
    }

    /** The same, for a reason. */
    static StoreException damaged(String message, Throwable cause) {
        return new StoreException(message + ": " + cause.getMessage(), cause, true);
    }

    /** The same with the place of the store in front. */
    StoreException in(Path directory) {
        return new StoreException("the store in " + directory + ": " + getMessage(), this, damage);
    }

    /** Is something on the disk not what was written there? Then no other attempt will help. */
    public boolean isDamage() {
        return damage;
    }
}
