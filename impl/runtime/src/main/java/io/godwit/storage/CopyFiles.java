package io.godwit.storage;

import io.godwit.environment.Clock;
import io.godwit.environment.Storage;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.data.log.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Copies of partitions as files on their way from store to store. */
final class CopyFiles {
    private final Storage storage;
    private final Clock clock;

    CopyFiles(Storage storage, Clock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    /** Writes a copy to a file, at a place that no store knows. */
    Storage.CopyFile write(int partition, Log log, RecordCodec codec) throws StoreException {
        long place = 0;
        while (place == 0) {
            place = clock.random();
        }
        List<CopyRecords.Pair> pairs = new ArrayList<>(CopyRecords.of(log, new Keys.Copy(partition, place)));
        pairs.sort(Comparator.comparing(CopyRecords.Pair::key, Bytes::compare));
        try {
            Storage.CopyWriter writer = storage.newCopy();
            try {
                for (CopyRecords.Pair pair : pairs) {
                    writer.put(pair.key(), pair.value(codec));
                }
                return writer.finish();
            } catch (IOException | RuntimeException e) {
                writer.discard();
                throw e;
            }
        } catch (IOException e) {
            throw new StoreException("cannot write a copy of partition " + partition + " beside " + storage, e);
        }
    }

    /** Reads and checks a copy that has arrived. */
    CopyPlaces.Arrival read(int partition, Storage.ArrivingFile file, RecordCodec codec) throws StoreException {
        CopyReader reader = new CopyReader(partition, codec);
        Keys.Copy copy = null;
        try (Storage.Cursor all = file.scan()) {
            for (; all.isValid(); all.next()) {
                byte[] key = all.key();
                Keys.Copy whose = Keys.isOfCopy(key) ? Keys.copy(key) : null;
                copy = copy == null ? whose : copy;
                if (whose == null || whose.partition() != partition || !whose.equals(copy)) {
                    throw StoreException.damaged("it holds something else than a copy of partition " + partition);
                }
                reader.take(key, ChecksummedValues.open(key, all.value()));
            }
            if (copy == null) {
                throw StoreException.damaged("it is empty");
            }
            return new CopyPlaces.Arrival(copy, reader.log());
        } catch (IOException e) {
            throw new StoreException("cannot use " + file, e);
        }
    }
}
