package io.godwit.client;

import java.util.Optional;
import java.util.function.Function;

/** A value under a key of a map. */
public final class AtomicReferenceView {
    private final GodwitMap map;
    private final byte[] key;

    AtomicReferenceView(GodwitMap map, byte[] key) {
        this.map = map;
        this.key = key;
    }

    /** The value, if there is one. */
    public Optional<byte[]> get() {
        return map.get(key);
    }

    /** Another value. */
    public void set(byte[] value) {
        map.put(key, value);
    }

    /** A value if there is the expected one; was it there? */
    public boolean compareAndSet(byte[] expected, byte[] value) {
        return map.replace(key, expected, value);
    }

    /**
     * Replaces the value by what the function makes of it.
     *
     * @param change is called again when somebody else was faster
     * @return the new value
     */
    public Optional<byte[]> updateAndGet(Function<Optional<byte[]>, byte[]> change) {
        return map.update(key, change);
    }
}
