package io.godwit.storage;

import io.godwit.environment.Storage;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.View;
import io.godwit.storage.StoredRecord.Activated;
import io.godwit.storage.StoredRecord.LastExecuted;
import io.godwit.storage.StoredRecord.LoggedWrite;
import io.godwit.storage.StoredRecord.Register;
import io.godwit.storage.StoredRecord.WaitedFor;
import io.godwit.transport.frame.MapKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Turns the difference of two images into writes. Parts that both share are the same object, and are skipped. */
@SuppressWarnings("ReferenceEquality") // another object is what has to be written; whether it is equal is no matter
final class DifferenceWriter {
    private final RecordCodec codec;
    private final Storage.Batch batch;
    private final CopyPlaces places;
    private int moved;

    DifferenceWriter(RecordCodec codec, Storage.Batch batch, CopyPlaces places) {
        this.codec = codec;
        this.batch = batch;
        this.places = places;
    }

    /** The number of arrived copies that are in use from now on. */
    int moved() {
        return moved;
    }

    /** Writes what is different in the second image. */
    void write(Image before, Image after) {
        if (before == null || !Scalars.of(before).equals(Scalars.of(after))) {
            batch.put(Keys.only(Keys.SCALARS), Scalars.of(after).encode());
        }
        int size = after.control().partitions();
        PartitionVector<Entry> none = PartitionVector.filled(size, Entry.NONE);
        registers(
                Keys.ACCEPTED,
                before == null ? none : before.control().accepted(),
                after.control().accepted());
        registers(
                Keys.COMMITTED,
                before == null ? none : before.control().committed(),
                after.control().committed());
        PartitionVector<Replica> old = before == null
                ? PartitionVector.filled(size, Replica.NONE)
                : before.data().replicas();
        for (int p : different(old, after.data().replicas())) {
            replica(p, old.get(p), after.data().replica(p));
        }
    }

    /** The partitions of which something is different. */
    private static <T> List<Integer> different(PartitionVector<T> before, PartitionVector<T> after) {
        List<Integer> partitions = new ArrayList<>();
        after.differences(before, partitions::add);
        return partitions;
    }

    private void registers(byte kind, PartitionVector<Entry> before, PartitionVector<Entry> after) {
        for (int p : different(before, after)) {
            register(kind, p, after.get(p));
        }
    }

    private void register(byte kind, int p, Entry entry) {
        if (entry.isNone()) {
            batch.delete(Keys.of(kind, p));
        } else {
            put(Keys.of(kind, p), new Register(p, entry));
        }
    }

    private void replica(int p, Replica before, Replica after) {
        if (before.view() != after.view()) {
            view(p, after.view());
        }
        if (!before.waits().equals(after.waits())) {
            waits(p, after.waits());
        }
        if (before.log() != after.log()) {
            log(p, before.log(), after.log());
        }
    }

    private void view(int p, View view) {
        if (view.equals(View.NONE)) {
            batch.delete(Keys.of(Keys.VIEW, p));
        } else {
            put(Keys.of(Keys.VIEW, p), new Activated(p, view));
        }
    }

    private void waits(int p, MemberSet waits) {
        if (waits.isEmpty()) {
            batch.delete(Keys.of(Keys.WAITS, p));
        } else {
            put(Keys.of(Keys.WAITS, p), new WaitedFor(waits));
        }
    }

    private void put(byte[] key, StoredRecord stored) {
        batch.put(key, codec.encode(key, stored));
    }

    private void log(int p, Log before, Log after) {
        Keys.Copy copy = places.of(p);
        if (isContinued(before, after)) {
            append(copy, before, after);
            if (after.firstKept() > before.firstKept()) {
                batch.deleteRange(copy.entry(before.firstKept()), copy.entry(after.firstKept()));
            }
            return;
        }
        byte[] all = copy.all();
        batch.deleteRange(all, Keys.behind(all));
        CopyPlaces.Arrival arrival = places.arrival(p);
        if (arrival != null && isContinued(arrival.log(), after) && places.move(arrival)) {
            // It is in the store already, and only its place has to be written.
            moved++;
            byte[] key = Keys.of(Keys.PLACE, p);
            batch.put(key, CopyPlaces.encode(key, arrival.copy().place()));
            append(arrival.copy(), arrival.log(), after);
            return;
        }
        for (CopyRecords.Pair pair : CopyRecords.of(after, copy)) {
            batch.put(pair.key(), pair.value(codec));
        }
    }

    /** Whether the newer log is the older one with more entries, or fewer old ones. Position and version identify an entry. */
    private static boolean isContinued(Log before, Log after) {
        int end = before.length();
        if (end == 0) {
            return after.firstKept() == 1;
        }
        return after.length() >= end
                && after.firstKept() >= before.firstKept()
                && after.firstKept() <= end
                && after.entries(end, end).get(0).epoch().equals(before.lastEpoch());
    }

    /** Writes the entries that follow those of an older log, and the resulting values of the keys that they name. */
    private void append(Keys.Copy copy, Log before, Log log) {
        int position = before.length() + 1;
        TouchedKeys touched = new TouchedKeys();
        for (LogEntry entry : log.entries(position, log.length())) {
            put(copy.entry(position), new LoggedWrite(copy.partition(), position, entry));
            position++;
            executed(copy, entry.client(), log.executed(entry.client()));
            if (!(entry.operation() instanceof OnMap operation)) {
                throw new IllegalArgumentException("not on a named map: " + entry.operation());
            }
            touched.by(operation);
        }
        if (touched.expires()) {
            expire(copy, before, log);
        }
        NamedMaps maps = log.content().maps();
        for (Bytes name : touched.cleared()) {
            for (byte kind : new byte[] {Keys.CELL, Keys.ITEM}) {
                byte[] all = copy.map(kind, name);
                batch.deleteRange(all, Keys.behind(all));
            }
            map(copy, name, maps);
        }
        for (MapKey place : touched.keys()) {
            Cell old = before.content().maps().cell(place.map(), place.key());
            Cell now = maps.cell(place.map(), place.key());
            new CellChange(copy, place, codec, batch).write(old, now, touched.added(place));
        }
    }

    /** Writes all of a map, of which nothing is stored. */
    private void map(Keys.Copy copy, Bytes name, NamedMaps maps) {
        Set<Bytes> keys = new HashSet<>();
        maps.forEach((found, cells) -> {
            if (found.equals(name)) {
                cells.forEach((key, cell) -> keys.add(key));
            }
        });
        for (Bytes key : keys) {
            new CellChange(copy, new MapKey(name, key), codec, batch).write(null, maps.cell(name, key), null);
        }
    }

    private void expire(Keys.Copy copy, Log before, Log log) {
        Set<Long> clients = new HashSet<>();
        before.content().forEachExecuted((client, last) -> clients.add(client));
        for (long client : clients) {
            if (log.executed(client) == null) {
                executed(copy, client, null);
            }
        }
    }

    private void executed(Keys.Copy copy, long client, Executed last) {
        byte[] key = copy.executed(client);
        if (last == null) {
            batch.delete(key);
        } else {
            put(key, new LastExecuted(client, last));
        }
    }
}
