package io.godwit.client;

import java.util.Optional;
import java.util.function.Function;

/** A value stored under a key of a map. */
public final class AtomicReferenceView {
    private final GodwitMap map;
    private final byte[] key;

    AtomicReferenceView(GodwitMap map, byte[] key) {
        this.map = map;
        this.key = key;
    }

    /** Returns the value, or empty if the key is absent. */
    public Optional<byte[]> get() {
        return map.get(key);
    }

    /** Sets the value. */
    public void set(byte[] value) {
        map.put(key, value);
    }

    /** Sets the value if it equals the expected one; returns whether it did. */
    public boolean compareAndSet(byte[] expected, byte[] value) {
        return map.replace(key, expected, value);
    }

    /**
     * Atomically replaces the value with the result of a function.
     *
     * @param change the function; called again if another client changed the value in the meantime
     * @return the new value
     */
    public Optional<byte[]> updateAndGet(Function<Optional<byte[]>, byte[]> change) {
        return map.update(key, change);
    }
}
