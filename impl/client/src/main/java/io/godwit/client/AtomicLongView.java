package io.godwit.client;

import io.godwit.protocol.map.Bytes;

/** A number under a key of a map, 0 as long as there is nothing. */
public final class AtomicLongView {
    private final GodwitMap map;
    private final byte[] key;

    AtomicLongView(GodwitMap map, byte[] key) {
        this.map = map;
        this.key = key;
    }

    /** The number. */
    public long get() {
        return map.get(key).map(value -> Bytes.owning(value).number()).orElse(0L);
    }

    /** Another number. */
    public void set(long number) {
        map.put(key, bytes(number));
    }

    /** Adds to it, and returns it. */
    public long addAndGet(long by) {
        return map.increment(key, by);
    }

    /** Adds 1, and returns it. */
    public long incrementAndGet() {
        return addAndGet(1);
    }

    /** Another number if it is the expected one; was it? */
    public boolean compareAndSet(long expected, long number) {
        return map.replace(key, bytes(expected), bytes(number))
                || (expected == 0 && map.putIfAbsent(key, bytes(number)));
    }

    private static byte[] bytes(long number) {
        return Bytes.ofNumber(number).toArray();
    }
}
