package io.godwit.storage;

import io.godwit.environment.DamageException;
import java.io.IOException;
import java.util.Optional;

/** What is on the disk cannot be used, or nothing can be put there. */
public final class StoreException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean damage;

    /** A store that cannot be used for a reason that is not damage. */
    public StoreException(String message) {
        super(message);
        this.damage = false;
    }

    /** The same, for a reason that lies below. */
    public StoreException(String message, IOException cause) {
        super(message + ": " + cause.getMessage(), cause);
        this.damage = cause instanceof DamageException || (cause instanceof StoreException below && below.damage);
    }

    private StoreException(String message, Throwable cause, boolean damage) {
        super(message, cause);
        this.damage = damage;
    }

    /** Something that was read is not what was written. */
    public static StoreException damaged(String message) {
        return new StoreException(message, null, true);
    }

    /** The same, for a reason. */
    static StoreException damaged(String message, Throwable cause) {
        return new StoreException(message + ": " + cause.getMessage(), cause, true);
    }

    /** The damage from which a failure comes: the failure itself, or what it names as its cause. */
    public static Optional<StoreException> damageOf(Throwable failure) {
        Throwable reason = failure instanceof StoreException ? failure : failure.getCause();
        return reason instanceof StoreException store && store.damage ? Optional.of(store) : Optional.empty();
    }

    /** Whether something on the disk is not what was written there. Then no other attempt will help. */
    public boolean isDamage() {
        return damage;
    }
}
