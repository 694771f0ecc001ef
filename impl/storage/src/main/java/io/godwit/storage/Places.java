package io.godwit.storage;

import io.godwit.protocol.quorum.data.log.Log;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the copies are that count, and which are in the store that do not count yet. Copies arrive in any thread; which ones count
 * is changed by the one that writes.
 */
final class Places {
    private final Map<Integer, Long> places = new ConcurrentHashMap<>();
    private final Map<Integer, Arrival> arrivals = new ConcurrentHashMap<>();

    /**
     * A copy that does not count yet.
     *
     * @param copy where it is
     * @param log what it is
     */
    record Arrival(Keys.Copy copy, Log log) {}

    /** The copy that counts. */
    Keys.Copy of(int partition) {
        return new Keys.Copy(partition, places.getOrDefault(partition, 0L));
    }

    /** Says at the beginning which one counts. */
    void set(int partition, long place) {
        places.put(partition, place);
    }

    Arrival arrival(int partition) {
        return arrivals.get(partition);
    }

    /** A copy has arrived; returns the one that it takes the place of, which was of no use, or null. */
    Arrival arrived(Arrival arrival) {
        return arrivals.put(arrival.copy().partition(), arrival);
    }

    /** Forgets an arrival; false if it is no arrival any more. */
    boolean forget(Arrival arrival) {
        return arrivals.remove(arrival.copy().partition(), arrival);
    }

    /** Makes an arrival the copy that counts. */
    void move(Arrival arrival) {
        set(arrival.copy().partition(), arrival.copy().place());
        forget(arrival);
    }

    static byte[] encode(long place) {
        return Values.seal(ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                .putInt(0)
                .putLong(place)
                .array());
    }

    static long decode(byte[] key, byte[] value) throws StoreException {
        ByteBuffer in = Values.open(key, value);
        if (in.remaining() != Long.BYTES) {
            throw StoreException.damaged("the place of a copy has " + in.remaining() + " bytes");
        }
        return in.getLong();
    }
}
