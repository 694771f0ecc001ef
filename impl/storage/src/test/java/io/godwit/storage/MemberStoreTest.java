package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.storage.rocksdb.RocksStorage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store gives back: of values that were written, of damaged ones, and of files that came from other stores. */
class MemberStoreTest extends LoneMember {
    /** A list may have many items, and a set many elements: one more is one more write, however many there are. */
    @Test
    void appendingWritesWhatIsNew() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            begin(store);
            for (Verb verb : new Verb[] {Verb.APPEND, Verb.ADD}) {
                long first = grow(store, verb, 0, 60);
                grow(store, verb, 60, 500);
                long last = grow(store, verb, 500, 560);
                assertTrue(last < 2 * first, verb + ": " + last + " bytes after " + first);
            }
        }
        try (MemberStore store = Stores.open(directory)) {
            assertSame(image(), load(store));
        }
    }

    private long grow(MemberStore store, Verb verb, int from, int to) throws IOException {
        long before = store.bytesWritten();
        for (int i = from; i < to; i++) {
            Bytes key = Bytes.of(verb.name().getBytes(StandardCharsets.UTF_8));
            step(
                    store,
                    new Event.Call(1, ++call, 0, new OnMap(verb, Bytes.EMPTY, key, Bytes.ofNumber(i), Bytes.EMPTY)));
        }
        return store.bytesWritten() - before;
    }

    @Test
    void newStoreIsEmpty() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            assertEquals(Optional.empty(), store.load());
            store.identify(IDENTITY);
        }
        try (MemberStore store = Stores.open(directory)) {
            assertEquals(IDENTITY, store.load().orElseThrow().identity());
            assertEquals(Optional.empty(), store.load().orElseThrow().image());
        }
    }

    @Test
    void writtenValueSurvivesRestart() throws IOException {
        writeAndRead(4);
    }

    @Test
    void batchSurvivesRestart() throws IOException {
        together = true;
        writeAndRead(8);
    }

    private void writeAndRead(int lives) throws IOException {
        for (int life = 0; life < lives; life++) {
            try (MemberStore store = Stores.open(directory)) {
                if (life == 0) {
                    begin(store);
                } else {
                    assertSame(image(), load(store));
                    state = protocol.restart(1, state.setup(), load(store));
                    begin(store);
                }
                for (int i = 0; i < 300; i++) {
                    write(store);
                    if (i % 60 == 59) {
                        step(store, new Event.Forget(i % PARTITIONS, 10));
                    }
                }
                store.write(image());
            }
        }
        try (MemberStore store = Stores.open(directory)) {
            assertSame(image(), load(store));
        }
    }

    @Test
    void anotherLogTakesTheOldOnesPlace() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            begin(store);
            for (int i = 0; i < 50; i++) {
                write(store);
            }
            DataState data = state.data();
            Log other = data.replica(1).log();
            Image changed = new Image(
                    state.control(),
                    data.with(0, data.replica(0).withLog(other.keeping(2)))
                            .with(1, data.replica(1).withLog(Log.EMPTY)),
                    MemberSet.of(4));
            store.write(changed);
            store.write(changed);
            assertSame(changed, load(store));
        }
    }

    @Test
    void storeIsOpenOnce() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            store.identify(IDENTITY);
            IOException taken = assertThrows(IOException.class, () -> Stores.open(directory));
            assertTrue(
                    taken.getMessage().startsWith("the store in " + directory + " is in use already"),
                    taken.getMessage());
        }
    }

    @Test
    void storeNeedsCreatableDirectory() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        IOException none = assertThrows(IOException.class, () -> Stores.open(file));
        assertEquals("cannot keep anything in " + file + ": " + file + " is no directory", none.getMessage());
        Path below = file.resolve("store");
        none = assertThrows(IOException.class, () -> Stores.open(below));
        assertTrue(none.getMessage().startsWith("cannot keep anything in " + below), none.getMessage());
    }

    @Test
    void nameOfTheClusterIsKept() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            assertEquals(Optional.empty(), store.clusterName());
            store.name("caf\u00e9");
            store.identify(IDENTITY);
        }
        try (MemberStore store = Stores.open(directory)) {
            assertEquals(Optional.of("caf\u00e9"), store.clusterName());
            assertEquals(Optional.empty(), store.load().orElseThrow().image());
        }
    }

    @Test
    void departedMemberDoesNotReturn() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            begin(store);
            store.write(new Image(state.control(), state.data().with(Status.LEFT), MemberSet.of(1)));
        }
        try (MemberStore store = Stores.open(directory)) {
            StoreException gone = assertThrows(StoreException.class, store::load);
            assertTrue(gone.getMessage().contains("has left its cluster"), gone.getMessage());
        }
    }

    private Path file(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
                    .orElseThrow();
        }
    }

    /** What a power failure in the middle of a write leaves behind. */
    @Test
    void tornRecordCountsAsNone() throws IOException {
        Image before;
        Path mark = directory.resolve("SYNCED");
        byte[] synced;
        try (MemberStore store = Stores.open(directory)) {
            begin(store);
            for (int i = 0; i < 20; i++) {
                write(store);
            }
            before = image();
            synced = Files.readAllBytes(mark);
            step(
                    store,
                    new Event.Call(
                            9,
                            ++call,
                            0,
                            new OnMap(
                                    Verb.PUT,
                                    Bytes.EMPTY,
                                    Bytes.of((byte) 1),
                                    Bytes.owning(new byte[5_000]),
                                    Bytes.EMPTY)));
        }
        Path log = file(".log");
        try (RandomAccessFile torn = new RandomAccessFile(log.toFile(), "rw")) {
            torn.setLength(torn.length() - 1_000);
        }
        Files.write(mark, synced);
        try (MemberStore store = Stores.open(directory)) {
            assertSame(before, load(store));
        }
    }

    /** RocksDB writes its log into a table when it opens a store; tables have checksums, too. */
    @Test
    void damagedTableIsReported() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            begin(store);
            for (int i = 0; i < 200; i++) {
                write(store);
            }
        }
        Stores.open(directory).close();
        for (int at = 1; at < 4; at++) {
            Path table = file(".sst");
            byte[] whole = Files.readAllBytes(table);
            byte[] damaged = whole.clone();
            damaged[at * whole.length / 4] ^= 0x10;
            Files.write(table, damaged);
            assertDamaged(table.getFileName().toString());
            Files.write(table, whole);
        }
        try (MemberStore store = Stores.open(directory)) {
            assertSame(image(), load(store));
        }
    }

    private void assertDamaged(String where) {
        StoreException refused = assertThrows(StoreException.class, () -> {
            try (MemberStore store = Stores.open(directory)) {
                store.load();
            }
        });
        assertTrue(refused.isDamage(), refused.getMessage());
        assertTrue(refused.getMessage().contains("the store in " + directory), refused.getMessage());
        assertTrue(refused.getMessage().contains(where), refused.getMessage());
    }

    /** What was flipped before it reached RocksDB has the right checksums there. */
    @Test
    void flippedBitOfAnyRecordIsReported() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            begin(store);
            store.name("n");
            for (int i = 0; i < 20; i++) {
                write(store);
            }
        }
        List<byte[]> keys = new ArrayList<>();
        try (Storage storage = RocksStorage.open(directory);
                Storage.Cursor all = storage.scan(new byte[0])) {
            for (; all.isValid(); all.next()) {
                keys.add(all.key());
            }
        }
        for (byte[] key : keys) {
            byte[] whole = flip(key, random);
            assertDamaged("the value under key " + Bytes.of(key) + " is damaged: the checksum does not fit");
            put(key, whole);
        }
        try (MemberStore store = Stores.open(directory)) {
            assertSame(image(), load(store));
        }
    }

    /** Flips a bit of a value, and returns it as it was. */
    private byte[] flip(byte[] key, Random bit) throws IOException {
        byte[] whole;
        try (Storage storage = RocksStorage.open(directory)) {
            whole = storage.get(key);
        }
        byte[] flipped = whole.clone();
        flipped[bit.nextInt(whole.length)] ^= (byte) (1 << bit.nextInt(Byte.SIZE));
        put(key, flipped);
        return whole;
    }

    private void put(byte[] key, byte[] value) throws IOException {
        try (Storage storage = RocksStorage.open(directory);
                Storage.Batch batch = storage.batch()) {
            batch.put(key, value);
            storage.write(batch);
            storage.sync();
        }
    }

    @Test
    void flippedBitInTheLogIsReported() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            begin(store);
            for (int i = 0; i < 200; i++) {
                write(store);
            }
        }
        Path log = file(".log");
        byte[] damaged = Files.readAllBytes(log);
        damaged[damaged.length / 2] ^= 0x10;
        Files.write(log, damaged);
        assertDamaged(log.getFileName().toString());
    }

    /** A log of partition 1 that another member may have. */
    private Log other(MemberStore store) throws IOException {
        for (int i = 0; i < 300; i++) {
            write(store);
        }
        Log log = state.data().replica(1).log();
        assertTrue(log.length() > 50, log.toString());
        return log;
    }

    /** A file as it arrives in another store, in pieces. */
    private static Storage.ArrivingFile sent(Storage.CopyFile from, MemberStore to) throws IOException {
        Storage.ArrivingFile file = to.newArrival();
        for (long at = 0; at < from.size(); at += 1_000) {
            ByteBuffer piece = ByteBuffer.allocate((int) Math.min(1_000, from.size() - at));
            from.read(piece, at);
            file.append(piece.flip());
        }
        from.release();
        return file;
    }

    /** How many files there are beside the store. */
    private long files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("transfer"))) {
            return files.count();
        }
    }

    @Test
    void fileTakesTheOldCopysPlace(@TempDir Path another) throws IOException {
        try (MemberStore store = Stores.open(directory);
                MemberStore sender = Stores.open(another)) {
            begin(store);
            sender.identify(IDENTITY);
            Log log = other(store);
            store.write(with(1, Log.of(log.entries(1, 20))));
            for (int round = 0; round < 3; round++) {
                Log taken = store.take(1, sent(sender.export(1, log), store));
                assertEquals(log, taken);
                assertEquals(log.content(), taken.content());
                assertEquals(0, files());
                // More has been written behind it before it was made durable.
                Log longer = taken.append(log.entries().get(round));
                store.write(with(1, longer));
                assertSame(with(1, longer), load(store));
                store.write(with(1, longer.append(log.entries().get(9))));
                assertSame(with(1, longer.append(log.entries().get(9))), load(store));
                store.write(with(1, Log.of(log.entries(1, 20))));
            }
            assertEquals(3, store.loaded());
            store.write(with(1, Log.EMPTY));
            assertSame(with(1, Log.EMPTY), load(store));
        }
    }

    @Test
    void fileThatIsNotUsedLeavesNothing(@TempDir Path another) throws IOException {
        Image before;
        try (MemberStore store = Stores.open(directory);
                MemberStore sender = Stores.open(another)) {
            begin(store);
            sender.identify(IDENTITY);
            Log log = other(store);
            before = with(1, Log.of(log.entries(1, 20)));
            store.write(before);
            Log taken = store.take(1, sent(sender.export(1, log), store));
            assertEquals(2, store.copies(1));
            store.dismiss(1, taken);
            store.dismiss(1, taken);
            store.write(before);
            assertEquals(1, store.copies(1));
            assertSame(before, load(store));
            store.write(with(1, taken));
            assertSame(with(1, taken), load(store));
            store.write(before);
            // A second file takes the place of the first one.
            store.take(1, sent(sender.export(1, log), store));
            store.take(1, sent(sender.export(1, log), store));
            store.write(before);
            assertEquals(2, store.copies(1));
            // A process that ends here has a copy in its store that does not count, and a file that was not taken.
            store.newArrival().append(ByteBuffer.allocate(9));
            assertEquals(1, files());
        }
        for (int i = 0; i < 2; i++) {
            try (MemberStore store = Stores.open(directory)) {
                assertSame(before, load(store));
                assertEquals(0, files());
                assertEquals(1, store.copies(1));
            }
        }
    }

    @Test
    void damagedFileIsNotTaken(@TempDir Path another) throws IOException {
        try (MemberStore store = Stores.open(directory);
                MemberStore sender = Stores.open(another)) {
            begin(store);
            sender.identify(IDENTITY);
            Log log = other(store);
            store.write(image());
            Storage.CopyFile exported = sender.export(1, log);
            byte[] whole = new byte[(int) exported.size()];
            exported.read(ByteBuffer.wrap(whole), 0);
            exported.release();
            for (int i = 0; i < 40; i++) {
                byte[] damaged = whole.clone();
                int at = random.nextInt(whole.length);
                damaged[at] ^= (byte) (1 << random.nextInt(8));
                Storage.ArrivingFile file = store.newArrival();
                file.append(ByteBuffer.wrap(i % 4 == 0 ? Arrays.copyOf(whole, at) : damaged));
                try {
                    // Some bytes of a table are not needed to read it.
                    Log taken = store.take(1, file);
                    assertEquals(log.content(), taken.content());
                    store.dismiss(1, taken);
                } catch (StoreException e) {
                    assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
                }
                assertEquals(0, files());
            }
            Storage.ArrivingFile file = store.newArrival();
            file.append(ByteBuffer.wrap(whole));
            StoreException other = assertThrows(StoreException.class, () -> store.take(2, file));
            assertTrue(other.getMessage().contains("something else than a copy of partition 2"), other.getMessage());
            assertThrows(StoreException.class, () -> store.take(1, store.newArrival()));
            assertSame(image(), load(store));
        }
    }
}
