package io.godwit.member.runtime;

import io.godwit.member.runtime.MapCounts.MapEvent;
import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.MapKey;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Queue;
import java.util.TreeSet;

/**
 * Removes entries that are due ({@code spec/quorum/Expiry.tla}). A primary has the keys with a due time of its partitions in a queue: those
 * whose puts it takes, and those that it finds when it looks through a partition of which it has become the primary. It removes an
 * entry that is due by its clock with a write of the log, so that the entry is gone for all replicas from the same position on; until
 * that write has taken effect, reads find the entry. In maps with idle times it touches entries that are used, with a write that the
 * log has before the use. For tasks of the event loop.
 */
final class Expiry implements ClientRequestHandler.CallListener {
    /** Number of removals that the engine is given at once. */
    private static final int REMOVALS = 256;
    /** Number of keys that are looked at at once. */
    private static final int KEYS = 1_000;
    /** Milliseconds after which a removal that has not taken effect is taken again. */
    private static final long AGAIN = 1_000;

    private final Primary primary;
    private final MapLifetimes lifetimes;
    private final MapCounts counts;
    private final TreeSet<Due> queue = new TreeSet<>();
    /** The partitions that are looked after. */
    private final Map<Integer, Led> partitions = new HashMap<>();

    private final Queue<Search> searches = new ArrayDeque<>();
    private long added;

    /** The member, for partitions of which it is the primary. */
    interface Primary {
        /** A partition's log. */
        Log log(int partition);

        /** Whether the member is the primary, the cluster takes writes, and the disks have room for one. */
        boolean takesWrites(int partition);

        /** Gives an event to the engine. */
        void take(Event event);
    }

    /**
     * A partition of which the member is the primary.
     *
     * @param epoch the version of which it was the primary when it looked through the partition
     * @param keys its keys in the queue
     */
    private record Led(Version epoch, Map<MapKey, Due> keys) {}

    /**
     * A key, and when it is to be looked at.
     *
     * @param time milliseconds since 1970
     * @param order what was added before is looked at before, if the time is the same
     */
    private record Due(long time, long order, int partition, MapKey key) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return time == other.time ? Long.compare(order, other.order) : Long.compare(time, other.time);
        }
    }

    /** The search through a partition, as it was when the member became its primary. */
    private static final class Search {
        private final int partition;
        private final Version epoch;
        private final Iterator<BytesMap.Entry<BytesMap<Cell>>> maps;
        private Bytes map;
        private Iterator<BytesMap.Entry<Cell>> cells;

        Search(int partition, Version epoch, NamedMaps content) {
            this.partition = partition;
            this.epoch = epoch;
            this.maps = content.maps().iterator();
        }

        /** The next entry, or null. */
        BytesMap.Entry<Cell> next() {
            while (cells == null || !cells.hasNext()) {
                if (!maps.hasNext()) {
                    return null;
                }
                BytesMap.Entry<BytesMap<Cell>> next = maps.next();
                map = next.key();
                cells = next.value().iterator();
            }
            return cells.next();
        }
    }

    /** Has nothing to remove. */
    Expiry(Primary primary, MapSettings settings, MapCounts counts) {
        this.primary = primary;
        this.lifetimes = new MapLifetimes(settings);
        this.counts = counts;
    }

    /** The member is not the partition's primary. */
    void elsewhere(int partition) {
        Led led = partitions.remove(partition);
        if (led != null) {
            led.keys().values().forEach(queue::remove);
        }
    }

    /**
     * The member is the partition's primary. Between two versions another one may have been, and have taken puts.
     *
     * @param epoch the version that it has activated
     */
    void look(int partition, Version epoch) {
        Led led = partitions.get(partition);
        if (led == null || !epoch.equals(led.epoch())) {
            partitions.put(partition, new Led(epoch, led == null ? new HashMap<>() : led.keys()));
            searches.add(new Search(
                    partition, epoch, primary.log(partition).content().maps()));
        }
    }

    @Override
    public void used(int partition, OnMap call, long now) {
        if (lifetimes.hasIdleTime(call.map())
                && lifetimes.isTouched(call.map(), cell(partition, key(call)), now)
                && primary.takesWrites(partition)) {
            touch(partition, key(call), now);
        }
    }

    private void touch(int partition, MapKey key, long now) {
        OnMap touch = lifetimes.touch(key.map(), key.key(), now);
        primary.take(Sessions.own(partition, primary.log(partition), touch));
        add(partition, key, touch.value().number());
    }

    @Override
    public void taken(int partition, OnMap write) {
        if (write.verb() == Verb.PUT_UNTIL || write.verb() == Verb.PUT_IF_ABSENT_UNTIL) {
            add(partition, key(write), write.due());
        } else if (write.verb() == Verb.INCREMENT && lifetimes.hasIdleTime(write.map())) {
            addDue(partition, key(write), cell(partition, key(write)));
        } else if (write.verb() == Verb.REMOVE && cell(partition, key(write)) == null) {
            forget(partition, key(write));
        }
    }

    private static MapKey key(OnMap write) {
        return new MapKey(write.map(), write.keyBytes());
    }

    /** The number of keys that are to be looked at. */
    int size() {
        return queue.size();
    }

    /**
     * Goes on with the search, and removes what is due.
     *
     * @param now milliseconds since 1970
     */
    void tick(long now) {
        search();
        int removals = 0;
        while (removals < REMOVALS && !queue.isEmpty() && queue.first().time() <= now) {
            removals += remove(queue.pollFirst(), now) ? 1 : 0;
        }
    }

    private void add(int partition, MapKey key, long time) {
        Led led = partitions.get(partition);
        if (time == Cell.NEVER || led == null) {
            return;
        }
        Due before = led.keys().get(key);
        if (before == null || time < before.time()) {
            forget(partition, key);
            Due due = new Due(time, added++, partition, key);
            led.keys().put(key, due);
            queue.add(due);
        }
    }

    /** A key that is gone is not looked at when its entry would be due: there may be far more of them than there are entries. */
    private void forget(int partition, MapKey key) {
        Led led = partitions.get(partition);
        Due due = led == null ? null : led.keys().remove(key);
        if (due != null) {
            queue.remove(due);
        }
    }

    private Cell cell(int partition, MapKey key) {
        return primary.log(partition).content().maps().cell(key.map(), key.key());
    }

    /** Looks at some keys. A search under an earlier version is given up. */
    private void search() {
        for (int i = 0; i < KEYS && !searches.isEmpty(); i++) {
            Search search = searches.element();
            Led led = partitions.get(search.partition);
            BytesMap.Entry<Cell> cell = led == null || !led.epoch().equals(search.epoch) ? null : search.next();
            if (cell == null) {
                searches.remove();
            } else {
                addDue(search.partition, new MapKey(search.map, cell.key()), cell.value());
            }
        }
    }

    private void addDue(int partition, MapKey key, Cell cell) {
        if (cell != null) {
            add(partition, key, lifetimes.lookAt(key.map(), cell));
        }
    }

    /** Removes the entry of a key if it is due; its put may have been followed by others, and by touches. */
    private boolean remove(Due due, long now) {
        partitions.get(due.partition()).keys().remove(due.key());
        Log log = primary.log(due.partition());
        Cell cell = cell(due.partition(), due.key());
        if (cell == null) {
            return false;
        }
        boolean touched =
                cell.due() == Cell.NEVER && lifetimes.isTouched(due.key().map(), cell, now);
        if (cell.due() > now && !touched) {
            add(due.partition(), due.key(), cell.due());
            return false;
        }
        add(due.partition(), due.key(), now + AGAIN);
        if (!primary.takesWrites(due.partition())) {
            return false;
        } else if (touched || lifetimes.isIdleNoMore(due.key().map(), cell)) {
            touch(due.partition(), due.key(), now);
            return true;
        }
        primary.take(Sessions.own(
                due.partition(),
                log,
                new OnMap(Verb.REMOVE_EXPIRED, due.key().map(), due.key().key(), Bytes.ofNumber(now), Bytes.EMPTY)));
        if (primary.log(due.partition()).length() > log.length()) {
            counts.count(due.key().map(), cell.due() < cell.latest() ? MapEvent.IDLE : MapEvent.EXPIRED);
        }
        return true;
    }
}
