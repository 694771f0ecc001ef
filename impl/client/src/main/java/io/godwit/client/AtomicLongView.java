package io.godwit.client;

import io.godwit.protocol.map.Bytes;

/** A number stored under a key of a map; 0 while the key is absent. */
public final class AtomicLongView {
    private final GodwitMap map;
    private final byte[] key;

    AtomicLongView(GodwitMap map, byte[] key) {
        this.map = map;
        this.key = key;
    }

    /** Returns the number. */
    public long get() {
        return map.get(key).map(value -> Bytes.owning(value).number()).orElse(0L);
    }

    /** Sets the number. */
    public void set(long number) {
        map.put(key, bytes(number));
    }

    /** Adds a delta and returns the new number. */
    public long addAndGet(long by) {
        return map.increment(key, by);
    }

    /** Adds 1 and returns the new number. */
    public long incrementAndGet() {
        return addAndGet(1);
    }

    /** Sets the number if it equals the expected one; returns whether it did. */
    public boolean compareAndSet(long expected, long number) {
        return map.replace(key, bytes(expected), bytes(number))
                || (expected == 0 && map.putIfAbsent(key, bytes(number)));
    }

    private static byte[] bytes(long number) {
        return Bytes.ofNumber(number).toArray();
    }
}
