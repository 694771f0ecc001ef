package io.godwit.storage;

import io.godwit.protocol.quorum.data.log.Log;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Places of copies: of those that count, of those that have arrived and do not count yet, and of those that are of no use and
 * are removed with the next write. The thread that writes decides which ones count. Any thread may bring or dismiss a copy.
 */
final class CopyPlaces {
    private final Map<Integer, Long> places = new ConcurrentHashMap<>();
    private final Map<Integer, Arrival> arrivals = new ConcurrentHashMap<>();
    private final AtomicReference<List<Keys.Copy>> useless = new AtomicReference<>(List.of());

    /**
     * A copy that does not count yet.
     *
     * @param copy where it is
     * @param log what it is
     */
    record Arrival(Keys.Copy copy, Log log) {}

    /** Forgets everything. */
    void clear() {
        places.clear();
        arrivals.clear();
        useless.set(List.of());
    }

    /** The copy that counts. */
    Keys.Copy of(int partition) {
        return new Keys.Copy(partition, places.getOrDefault(partition, 0L));
    }

    /** Says which copy counts. */
    void set(int partition, long place) {
        places.put(partition, place);
    }

    Arrival arrival(int partition) {
        return arrivals.get(partition);
    }

    /** A copy has arrived. One that had arrived before is of no use any more. */
    void arrived(Arrival arrival) {
        Arrival before = arrivals.put(arrival.copy().partition(), arrival);
        if (before != null) {
            remove(before.copy());
        }
    }

    /** A copy that has arrived is of no use. Does nothing if it counts already. */
    void dismiss(Arrival arrival) {
        if (arrivals.remove(arrival.copy().partition(), arrival)) {
            remove(arrival.copy());
        }
    }

    private void remove(Keys.Copy copy) {
        useless.updateAndGet(before -> {
            List<Keys.Copy> more = new ArrayList<>(before);
            more.add(copy);
            return List.copyOf(more);
        });
    }

    /** The copies to be removed, once. */
    List<Keys.Copy> useless() {
        return useless.getAndSet(List.of());
    }

    /** Lets an arrival count from now on; false if it was dismissed meanwhile. */
    boolean move(Arrival arrival) {
        if (!arrivals.remove(arrival.copy().partition(), arrival)) {
            return false;
        }
        set(arrival.copy().partition(), arrival.copy().place());
        return true;
    }

    static byte[] encode(byte[] key, long place) {
        return ChecksummedValues.seal(
                key, ByteBuffer.allocate(Long.BYTES).putLong(place).array());
    }

    static long decode(ByteBuffer in) throws StoreException {
        if (in.remaining() != Long.BYTES) {
            throw StoreException.damaged("the place of a copy has " + in.remaining() + " bytes");
        }
        return in.getLong();
    }
}
