package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.storage.rocksdb.RocksStorage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FormatTest {
    private static final byte[] NAME = Keys.only(Keys.NAME);

    @TempDir
    private Path directory;

    private void write(Consumer<Storage.Batch> changes) throws IOException {
        try (Storage storage = RocksStorage.open(directory);
                Storage.Batch batch = storage.batch()) {
            changes.accept(batch);
            storage.write(batch);
            storage.sync();
        }
    }

    private StoreException refused() {
        return assertThrows(StoreException.class, () -> Stores.open(directory));
    }

    @Test
    void firstWriteSaysTheFormat() throws IOException {
        try (MemberStore store = Stores.open(directory)) {
            assertTrue(store.load().isEmpty());
        }
        try (Storage storage = RocksStorage.open(directory)) {
            assertEquals(0, Format.written(storage));
        }
        try (MemberStore store = Stores.open(directory)) {
            store.name("n");
        }
        try (Storage storage = RocksStorage.open(directory)) {
            assertEquals(Format.NUMBER, Format.written(storage));
        }
        try (MemberStore store = Stores.open(directory)) {
            assertEquals("n", store.clusterName().orElseThrow());
        }
    }

    @Test
    void anotherFormatIsRefused() throws IOException {
        write(batch -> Format.write(batch, 4));
        StoreException refused = refused();
        assertEquals(
                "cannot use the store in " + directory
                        + ": it was written by format 4; this program reads formats 2 to 3: "
                        + "run the version of the program that has written it, or start without the directory, "
                        + "as a new member",
                refused.getMessage());
        assertFalse(refused.isDamage());
    }

    @Test
    void olderFormatIsReadAndWrittenAnew() throws IOException {
        write(batch -> {
            Format.write(batch, 2);
            batch.put(NAME, ChecksummedValues.seal(NAME, "n".getBytes(StandardCharsets.UTF_8)));
        });
        try (MemberStore store = Stores.open(directory)) {
            assertEquals("n", store.clusterName().orElseThrow());
        }
        try (Storage storage = RocksStorage.open(directory)) {
            assertEquals(2, Format.written(storage));
        }
        try (MemberStore store = Stores.open(directory)) {
            store.name("n");
        }
        try (Storage storage = RocksStorage.open(directory)) {
            assertEquals(Format.NUMBER, Format.written(storage));
        }
    }

    /** Before formats had numbers, checksums did not cover the key. */
    @Test
    void storeWithoutANumberIsRefused() throws IOException {
        write(batch -> batch.put(NAME, ChecksummedValues.seal(new byte[0], "n".getBytes(StandardCharsets.UTF_8))));
        StoreException refused = refused();
        assertTrue(
                refused.getMessage().contains(": it was written before formats had numbers; this program reads format"),
                refused.getMessage());
        assertFalse(refused.isDamage());
    }

    @Test
    void missingNumberIsDamage() throws IOException {
        write(batch -> batch.put(NAME, ChecksummedValues.seal(NAME, "n".getBytes(StandardCharsets.UTF_8))));
        StoreException refused = refused();
        assertTrue(refused.getMessage().contains("the number of the format is missing"), refused.getMessage());
        assertTrue(refused.isDamage());
    }

    @Test
    void somethingElseUnderTheKeyIsDamage() throws IOException {
        byte[] key = Keys.only(Keys.FORMAT);
        write(batch -> batch.put(key, ChecksummedValues.seal(key, "another...".getBytes(StandardCharsets.UTF_8))));
        StoreException refused = refused();
        assertTrue(refused.getMessage().contains("the number of the format is damaged"), refused.getMessage());
        assertTrue(refused.isDamage());
    }
}
