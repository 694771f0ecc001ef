package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.UndoneWrites;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where parts end. A part is full with 256 KiB, counted as {@link SizeEstimate} does. */
class ChunkSourceTest {
    private static final int FULL = ChunkSource.CHUNK_BYTES;
    private static final Version V1 = new Version(1, 1);

    private static Bytes bytes(int length) {
        return Bytes.owning(new byte[length]);
    }

    private static LogEntry entry(long client, Verb verb, Bytes key, int value) {
        return new LogEntry(V1, client, 1, new OnMap(verb, Bytes.EMPTY, key, bytes(value), Bytes.EMPTY));
    }

    private static List<Frame.SnapshotChunk> parts(ChunkSource source) {
        List<Frame.SnapshotChunk> parts = new ArrayList<>();
        while (source.hasNext()) {
            parts.add((Frame.SnapshotChunk) source.next(parts.size()));
        }
        for (int i = 0; i < parts.size(); i++) {
            assertEquals(7, parts.get(i).transfer());
            assertEquals(i, parts.get(i).index());
            assertEquals(i == parts.size() - 1, parts.get(i).last());
        }
        return parts;
    }

    /** The lengths of the values in each cell of a part. */
    private static List<List<Integer>> values(Frame.SnapshotChunk part) {
        return part.cells().stream()
                .map(cell -> cell.values().stream().map(Bytes::length).toList())
                .toList();
    }

    /** A list with a key of one byte; the key takes 65. */
    private static Log list(int... items) {
        Log log = Log.EMPTY;
        for (int item : items) {
            log = log.append(entry(1, Verb.APPEND, bytes(1), item));
        }
        return log;
    }

    @Test
    void listContinuesInTheNextPartWhenThisOneIsFull() {
        int first = FULL - 65 - 2 * 64 - 10;
        List<Frame.SnapshotChunk> parts = parts(LogChunks.whole(7, list(first, 10, 5, 6)));
        assertEquals(2, parts.size());
        assertEquals(List.of(List.of(first, 10)), values(parts.get(0)));
        assertEquals(List.of(List.of(5, 6)), values(parts.get(1)));
        parts = parts(LogChunks.whole(7, list(first - 1, 10, 5, 6)));
        assertEquals(2, parts.size());
        assertEquals(List.of(List.of(first - 1, 10, 5)), values(parts.get(0)));
        assertEquals(CellChunk.Kind.ITEMS, parts.get(1).cells().get(0).kind());
    }

    private static Log keys(Bytes large, int length) {
        return Log.of(List.of(entry(1, Verb.PUT, large, length), entry(1, Verb.PUT, bytes(1), 3)));
    }

    @Test
    void keyBeginsInAPartThatIsNotFull() {
        int length = FULL - 65 - 64;
        // The order of keys is that of their hashes: one that comes before the other.
        Bytes large = IntStream.range(1, 100)
                .mapToObj(i -> Bytes.of((byte) i))
                .filter(key -> parts(LogChunks.whole(7, keys(key, 9)))
                        .get(0)
                        .cells()
                        .get(0)
                        .key()
                        .equals(key))
                .findFirst()
                .orElseThrow();
        LogChunks source = LogChunks.whole(7, keys(large, length - 1));
        assertEquals(
                List.of(List.of(length - 1), List.of(3)), values(parts(source).get(0)));
        assertEquals(2, source.made());
        List<Frame.SnapshotChunk> parts = parts(LogChunks.whole(7, keys(large, length)));
        assertEquals(List.of(List.of(length)), values(parts.get(0)));
        assertEquals(List.of(List.of(3)), values(parts.get(1)));
    }

    /** Each of the clients takes 64, and an entry what its key and value are. */
    @Test
    void clientsAndRecentEntriesAreSentWithAWholeLog() {
        Log log = Log.EMPTY;
        for (int client = 0; client < 10; client++) {
            log = log.append(entry(client, Verb.PUT, bytes(1), 1));
        }
        LogChunks source = LogChunks.whole(7, log);
        assertTrue(source.hasNext());
        Frame.SnapshotChunk only = parts(source).get(0);
        assertEquals(1, only.cells().size());
        assertEquals(10, only.executed().size());
        assertEquals(log.entries(), only.entries());
        assertFalse(only.difference());
        assertEquals(1, source.made());
        assertFalse(source.awaitsAcknowledgements());
    }

    @Test
    void clientsFollowInTheNextPartWhenThisOneIsFull() {
        Log log = Log.of(
                List.of(entry(1, Verb.PUT, bytes(1), FULL - 65 - 64 - 100), entry(2, Verb.ADD, Bytes.of((byte) 9), 8)));
        for (int client = 3; client <= 5_000; client++) {
            log = log.append(entry(client, Verb.ADD, Bytes.of((byte) 9), 8));
        }
        List<Frame.SnapshotChunk> parts = parts(LogChunks.whole(7, log));
        // The first part has 256 KiB in keys, the second one in clients; 4,096 times 64 are 256 KiB.
        assertEquals(3, parts.size());
        assertEquals(4_096, parts.get(1).executed().size());
        assertEquals(
                5_000, parts.stream().mapToInt(part -> part.executed().size()).sum());
    }

    @Test
    void differenceIsTheRestOfTheEntries() {
        int value = FULL / 2 - 65;
        Log log = Log.EMPTY;
        for (int i = 0; i < 6; i++) {
            log = log.append(entry(1, Verb.PUT, bytes(1), value));
        }
        LogChunks source = LogChunks.difference(7, log, new Frame.SnapshotRequest(7, 1, V1));
        List<Frame.SnapshotChunk> parts = parts(source);
        assertEquals(
                List.of(2, 2, 1),
                parts.stream().map(part -> part.entries().size()).toList());
        assertTrue(parts.stream().allMatch(Frame.SnapshotChunk::difference));
        assertEquals(List.of(), parts.get(0).executed());
        assertEquals(5, source.made());
        TransferStatistics.Counters traffic = new TransferStatistics.Counters();
        source.count(traffic, 9);
        source.finish(traffic);
        assertEquals(new TransferStatistics(9, 0, 0, 0, 1, 0), traffic.now());
    }

    /** Of what is taken back comes what is there now, and the last writes of all who are concerned. */
    @Test
    void keysThatAreTakenBackComeWithADifference() {
        Log log = Log.of(List.of(
                entry(1, Verb.PUT, bytes(1), 1), entry(2, Verb.PUT, bytes(2), 2), entry(3, Verb.PUT, bytes(3), 3)));
        UndoneWrites undone = new UndoneWrites(
                List.of(new MapKey(Bytes.EMPTY, bytes(2)), new MapKey(Bytes.EMPTY, bytes(9))), List.of(1L, 8L));
        LogChunks source = LogChunks.difference(7, log, new Frame.SnapshotRequest(7, 2, V1, undone, false));
        Frame.SnapshotChunk only = parts(source).get(0);
        assertEquals(List.of(List.of(2)), values(only));
        assertEquals(
                List.of(1L, 3L), only.executed().stream().map(LastWrite::client).toList());
        assertEquals(1, only.entries().size());
        assertEquals(1, source.made());
        TransferStatistics.Counters traffic = new TransferStatistics.Counters();
        source.finish(traffic);
        assertEquals(new TransferStatistics(0, 0, 0, 0, 1, 1), traffic.now());
    }

    private static final class File implements Storage.CopyFile {
        private final long size;
        private int references = 1;

        File(long size) {
            this.size = size;
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public void read(ByteBuffer to, long offset) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void retain() {
            references++;
        }

        @Override
        public void release() {
            references--;
        }
    }

    @Test
    void fileIsSentInPiecesOfAPartsSize() {
        File file = new File(2L * FULL + 10);
        FileChunks source = new FileChunks(7, file, 100);
        assertTrue(source.hasNext());
        assertEquals(0, source.made());
        assertEquals(new Frame.FileChunk(7, 0, false, new FileSlice.OfFile(file, 0, FULL)), source.next(0));
        assertEquals(49, source.made());
        assertEquals(new Frame.FileChunk(7, 1, false, new FileSlice.OfFile(file, FULL, FULL)), source.next(1));
        assertEquals(new Frame.FileChunk(7, 2, true, new FileSlice.OfFile(file, 2L * FULL, 10)), source.next(2));
        assertEquals(100, source.made());
        assertFalse(source.hasNext());
        assertTrue(source.awaitsAcknowledgements());
        TransferStatistics.Counters traffic = new TransferStatistics.Counters();
        source.count(traffic, 9);
        source.finish(traffic);
        assertEquals(new TransferStatistics(0, 9, 0, 1, 0, 0), traffic.now());
        source.close();
        assertEquals(0, file.references);
    }
}
