package io.godwit.storage.rocksdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.storage.StoreException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksObject;

class RocksStorageTest {
    private static final byte[] KEY = {1};
    private static final byte[] VALUE = {2};
    private static final byte[] OTHER = {9};

    @TempDir
    private Path directory;

    @TempDir
    private Path copies;

    private RocksStorage storage;

    @BeforeEach
    void open() throws IOException {
        storage = RocksStorage.open(directory);
        try (Storage.Batch batch = storage.batch()) {
            batch.put(KEY, VALUE);
            storage.write(batch);
        }
        storage.sync();
    }

    @AfterEach
    void close() {
        storage.close();
    }

    private static void assertFails(String message, Executable does) {
        assertEquals(message, assertThrows(IOException.class, does).getMessage());
    }

    /** The value of the key, as another thread sees it: it would wait for a lock that nobody releases. */
    private byte[] elsewhere() throws Exception {
        return CompletableFuture.supplyAsync(() -> {
                    try {
                        return storage.get(KEY);
                    } catch (IOException e) {
                        throw new IllegalStateException(e.getMessage(), e);
                    }
                })
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void storageThatWasOpenedAgainCanBeUsed() throws Exception {
        storage.reopen();
        assertArrayEquals(VALUE, elsewhere());
        assertTrue(storage.free() > 0);
        assertEquals(directory.toString(), storage.toString());
    }

    @Test
    void closedStorageSaysSo() {
        storage.close();
        assertFails("it is closed", () -> storage.get(KEY));
        assertFails("it is closed", storage::newCopy);
        assertThrows(Exception.class, this::elsewhere);
        // Nobody holds it.
        storage.close();
    }

    @Test
    void storageRefusesFilesWithoutManifest() throws IOException {
        storage.close();
        Files.delete(directory.resolve("CURRENT"));
        StoreException refused = assertThrows(StoreException.class, () -> RocksStorage.open(directory));
        assertEquals(
                "cannot open the store in " + directory + ": its file CURRENT is missing, but others are there",
                refused.getMessage());
        assertTrue(refused.isDamage());
    }

    /** As after a flipped bit in a digit, in another character, and after a loss of all bytes. */
    @ParameterizedTest
    @ValueSource(strings = {"MANIFEST-999999\n", "MANIFEST,000004\n", ""})
    void storageRefusesFileThatNamesNoManifest(String head) throws IOException {
        storage.close();
        Files.writeString(directory.resolve("CURRENT"), head);
        StoreException refused = assertThrows(StoreException.class, () -> RocksStorage.open(directory));
        assertEquals(
                "cannot open the store in " + directory + ": its file CURRENT does not name a MANIFEST that is there",
                refused.getMessage());
        assertTrue(refused.isDamage());
    }

    @Test
    void otherFilesDoNotMatter(@TempDir Path other) throws IOException {
        Files.createFile(other.resolve("notes"));
        RocksStorage.open(other).close();
    }

    @Test
    void storageThatCannotKeepFilesIsNotLeftOpen() throws IOException {
        storage.close();
        Path transfer = directory.resolve("transfer");
        Files.delete(transfer);
        Files.createFile(transfer);
        assertThrows(IOException.class, () -> RocksStorage.open(directory));
        Files.delete(transfer);
        storage = RocksStorage.open(directory);
        assertArrayEquals(VALUE, storage.get(KEY));
    }

    private Storage.ArrivingFile arrived() throws IOException {
        Storage.CopyWriter writer = storage.newCopy();
        writer.put(new byte[] {7}, VALUE);
        Storage.CopyFile file = writer.finish();
        ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
        file.read(bytes, 0);
        file.release();
        Storage.ArrivingFile arrival = storage.newArrival();
        arrival.append(bytes.flip());
        return arrival;
    }

    /** What comes after its end is not for this file. */
    @Test
    void fileThatIsUsedTakesNoMoreBytes() throws IOException {
        Storage.ArrivingFile scanned = arrived();
        assertTrue(scanned.toString().startsWith(directory.resolve("transfer") + "/in-"), scanned.toString());
        scanned.scan().close();
        Storage.ArrivingFile ingested = arrived();
        ingested.ingest();
        assertArrayEquals(VALUE, storage.get(new byte[] {7}));
        Storage.ArrivingFile discarded = arrived();
        discarded.discard();
        for (Storage.ArrivingFile file : new Storage.ArrivingFile[] {scanned, ingested, discarded}) {
            assertFails(file + " takes no more bytes", () -> file.append(ByteBuffer.allocate(1)));
        }
    }

    // ---- Memory outside of the heap, of which nobody says that it is missing

    private static final class Found {
        private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        private final Set<RocksObject> natives = Collections.newSetFromMap(new IdentityHashMap<>());
        private final Set<FileChannel> channels = Collections.newSetFromMap(new IdentityHashMap<>());

        /** What an object of this package holds, but for what belongs to the storage. */
        Found(Object root) throws IllegalAccessException {
            look(root);
            assertFalse(natives.isEmpty() && channels.isEmpty());
        }

        private void look(Object at) throws IllegalAccessException {
            if (at instanceof RocksObject object) {
                natives.add(object);
            } else if (at instanceof FileChannel channel) {
                channels.add(channel);
            } else if (at != null && at.getClass().getName().startsWith("io.godwit") && seen.add(at)) {
                for (Field field : at.getClass().getDeclaredFields()) {
                    boolean shared = field.getType() == RocksStorage.class || field.getType() == CopyTables.class;
                    if (!Modifier.isStatic(field.getModifiers())
                            && !field.getType().isPrimitive()
                            && !shared) {
                        field.setAccessible(true);
                        look(field.get(at));
                    }
                }
            }
        }

        void assertOpen(boolean open) {
            natives.forEach(it -> assertEquals(open, it.isOwningHandle(), it::toString));
            channels.forEach(it -> assertEquals(open, it.isOpen()));
        }
    }

    private static void assertReleases(Object holder, Executable end) throws Throwable {
        Found found = new Found(holder);
        found.assertOpen(true);
        end.execute();
        found.assertOpen(false);
    }

    @Test
    void everythingNativeIsReleased() throws Throwable {
        Storage.Batch batch = storage.batch();
        assertReleases(batch, batch::close);
        Storage.Cursor cursor = storage.scan(KEY);
        assertReleases(cursor, cursor::close);
        Storage.CopyWriter finished = storage.newCopy();
        finished.put(KEY, VALUE);
        assertReleases(finished, () -> finished.finish().release());
        Storage.CopyWriter discarded = storage.newCopy();
        assertReleases(discarded, discarded::discard);
        assertReleases(storage, storage::close);
    }

    @Test
    void everythingOfAFileIsReleased() throws Throwable {
        Storage.ArrivingFile file = arrived();
        Found all = new Found(file);
        Storage.Cursor cursor = file.scan();
        all.channels.forEach(channel -> assertFalse(channel.isOpen()));
        Found read = new Found(cursor);
        // The options belong to the storage.
        read.natives.removeAll(all.natives);
        read.assertOpen(true);
        cursor.close();
        read.assertOpen(false);
        file.discard();
        file.discard();
        assertFalse(Files.exists(Path.of(file.toString())));
    }

    private Path log() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void put(int value) throws IOException {
        try (Storage.Batch batch = storage.batch()) {
            batch.put(KEY, new byte[] {(byte) value});
            storage.write(batch);
        }
    }

    private void putOther() throws IOException {
        try (Storage.Batch batch = storage.batch()) {
            batch.put(OTHER, VALUE);
            storage.write(batch);
        }
        storage.sync();
    }

    private static void shorten(Path file, long size) throws IOException {
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE)) {
            opened.truncate(size);
        }
    }

    /** Whatever RocksDB has read of a log that was cut at the end of a write. */
    @Test
    void logThatEndsBeforeWhatWasSyncedIsDamage() throws IOException {
        long first = Files.size(log());
        put(3);
        put(4);
        storage.sync();
        storage.close();
        shorten(log(), first);
        StoreException damage = assertThrows(StoreException.class, () -> RocksStorage.open(directory));
        assertTrue(damage.isDamage());
        assertEquals(
                "cannot open the store in " + directory + ": its log ends with write 1, but write 3 was synced",
                damage.getMessage());
    }

    @Test
    void logWithoutItsUnsyncedEndIsNoDamage() throws IOException {
        long synced = Files.size(log());
        put(3);
        storage.close();
        shorten(log(), synced);
        storage = RocksStorage.open(directory);
        assertArrayEquals(VALUE, storage.get(KEY));
    }

    /** After a power cut the mark may be an older one, or not be there as a whole. */
    @Test
    void markThatIsLostSaysNothing() throws IOException {
        Path mark = directory.resolve("SYNCED");
        for (int left = 0; left <= 512; left += 64) {
            long first = Files.size(log());
            put(3);
            storage.sync();
            storage.close();
            shorten(log(), first);
            byte[] torn = Files.readAllBytes(mark);
            assertEquals(512, torn.length);
            torn[15]++;
            Files.write(mark, Arrays.copyOf(torn, left));
            storage = RocksStorage.open(directory);
            assertArrayEquals(VALUE, storage.get(KEY));
        }
    }

    private Path list() throws IOException {
        return directory.resolve(Files.readString(directory.resolve("CURRENT")).strip());
    }

    private RocksDB database() throws ReflectiveOperationException {
        Field field = RocksStorage.class.getDeclaredField("db");
        field.setAccessible(true);
        return (RocksDB) field.get(storage);
    }

    private void flush(boolean wait) throws ReflectiveOperationException, RocksDBException {
        try (FlushOptions options = new FlushOptions().setWaitForFlush(wait)) {
            database().flush(options);
        }
    }

    /** Opens copies of the directory with a file cut off at many lengths, each of which is refused as damage. */
    private void assertCutIsDamage(String cut) throws IOException {
        long whole = Files.size(directory.resolve(cut));
        for (long left = 0; left < whole; left += 1 + whole / 25) {
            Path copy = Files.createDirectory(copies.resolve(Long.toString(left)));
            copyTo(copy);
            shorten(copy.resolve(cut), left);
            StoreException refused = assertThrows(
                    StoreException.class, () -> RocksStorage.open(copy).close(), left + " of " + whole + " bytes");
            assertTrue(refused.isDamage());
            assertEquals(
                    "cannot open the store in " + copy + ": its file " + cut + " has " + left + " bytes, but " + whole
                            + " were synced",
                    refused.getMessage());
        }
        Path copy = Files.createDirectory(copies.resolve("whole"));
        copyTo(copy);
        try (RocksStorage opened = RocksStorage.open(copy)) {
            assertArrayEquals(new byte[] {5}, opened.get(KEY));
            assertArrayEquals(VALUE, opened.get(OTHER));
        }
    }

    private void copyTo(Path copy) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
    }

    /** RocksDB takes what is left of its list of files for the whole, and then does not look for logs that it removed after a flush. */
    @Test
    void shortenedListOfFilesIsDamage() throws Exception {
        put(4);
        flush(true);
        put(5);
        storage.sync();
        flush(true);
        putOther();
        storage.close();
        assertCutIsDamage(list().getFileName().toString());
    }

    /** No call comes after the flush. */
    @Test
    void listOfFilesIsNotedAfterAFlush() throws Exception {
        putOther();
        put(5);
        storage.sync();
        flush(true);
        storage.close();
        assertCutIsDamage(list().getFileName().toString());
    }

    /** A log is complete, and another one in use, before the writes of the first one are in a table. */
    @Test
    void shortenedLogBeforeTheNewestIsDamage(@TempDir Path other) throws Exception {
        put(5);
        storage.sync();
        String older = log().getFileName().toString();
        database().pauseBackgroundWork();
        flush(false);
        putOther();
        copyTo(other);
        database().continueBackgroundWork();
        storage.close();
        directory = other;
        storage = RocksStorage.open(Files.createDirectory(copies.resolve("unused")));
        assertCutIsDamage(older);
    }

    /** Its writes are in a table then. */
    @Test
    void logThatRocksDbHasRemovedIsNotMissed() throws Exception {
        Path older = log();
        database().pauseBackgroundWork();
        flush(false);
        putOther();
        assertTrue(SyncedMark.read(directory)
                .files()
                .containsKey(older.getFileName().toString()));
        database().continueBackgroundWork();
        flush(true);
        storage.close();
        assertFalse(Files.exists(older));
        storage = RocksStorage.open(directory);
        assertArrayEquals(VALUE, storage.get(OTHER));
    }
}
