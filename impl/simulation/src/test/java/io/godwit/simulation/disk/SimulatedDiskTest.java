package io.godwit.simulation.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.DamageException;
import io.godwit.environment.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SimulatedDiskTest {
    private static final int SEEDS = 300;

    private final List<Long> spent = new ArrayList<>();
    private SimulatedDisk disk = new SimulatedDisk("disk", spent::add);

    private static byte[] key(int key) {
        return new byte[] {(byte) key};
    }

    private static void put(Storage storage, int key, int value) throws IOException {
        try (Storage.Batch batch = storage.batch()) {
            batch.put(key(key), key(value));
            storage.write(batch);
        }
    }

    private static List<String> content(Storage storage) throws IOException {
        List<String> found = new ArrayList<>();
        try (Storage.Cursor all = storage.scan(new byte[0])) {
            for (; all.isValid(); all.next()) {
                found.add(Arrays.toString(all.key()) + Arrays.toString(all.value()));
            }
        }
        return found;
    }

    /** A batch of random changes of few keys. */
    private static void change(Storage storage, Random random) throws IOException {
        try (Storage.Batch batch = storage.batch()) {
            for (int i = random.nextInt(4); i >= 0; i--) {
                int key = random.nextInt(200);
                switch (random.nextInt(4)) {
                    case 0 -> batch.delete(key(key));
                    case 1 -> batch.deleteRange(key(key), key(key + 40));
                    default -> batch.put(key(key), key(random.nextInt(100)));
                }
            }
            storage.write(batch);
        }
    }

    private interface Failure {
        Storage happen(Storage storage, Random random) throws IOException;
    }

    /** Writes and syncs, has something fail, and looks which batches are there afterwards. Returns how many were lost. */
    private Set<Integer> lost(Failure failure) throws IOException {
        Set<Integer> lost = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            disk = new SimulatedDisk("disk", nanos -> {});
            Storage storage = disk.open();
            for (int life = 0; life < 3; life++) {
                List<List<String>> states = new ArrayList<>(List.of(content(storage)));
                int synced = 0;
                for (int i = 0; i < 6; i++) {
                    change(storage, random);
                    states.add(content(storage));
                    if (random.nextInt(4) == 0) {
                        storage.sync();
                        synced = states.size() - 1;
                    }
                }
                storage = failure.happen(storage, random);
                int found = states.lastIndexOf(content(storage));
                assertTrue(found >= synced, "seed " + seed + ": state " + found + " after sync " + synced);
                lost.add(states.size() - 1 - found);
            }
        }
        return lost;
    }

    @Test
    void crashKeepsABeginningWithEverythingThatWasSynced() throws IOException {
        Set<Integer> lost = lost((storage, random) -> {
            disk.crash(random);
            return disk.open();
        });
        assertEquals(Set.of(0, 1, 2, 3, 4, 5, 6), lost);
    }

    @Test
    void failedSyncKeepsABeginningWithEverythingThatWasSynced() throws IOException {
        Set<Integer> lost = lost((storage, random) -> {
            disk.failSync(random);
            assertThrows(IOException.class, storage::sync);
            assertThrows(IOException.class, () -> put(storage, 1, 1));
            assertThrows(IOException.class, storage::sync);
            storage.reopen();
            return storage;
        });
        assertEquals(Set.of(0, 1, 2, 3, 4, 5, 6), lost);
    }

    @Test
    void storageTakesWritesAfterReopening() throws IOException {
        Storage storage = disk.open();
        disk.failSync(new Random(1));
        assertThrows(IOException.class, storage::sync);
        storage.reopen();
        put(storage, 1, 2);
        storage.sync();
        disk.crash(new Random(1));
        assertArrayEquals(key(2), disk.open().get(key(1)));
    }

    @Test
    void processThatHasCrashedReachesNothing() throws IOException {
        Storage storage = disk.open();
        Storage.ArrivingFile file = storage.newArrival();
        put(storage, 1, 1);
        disk.crash(new Random(1));
        Storage next = disk.open();
        assertThrows(IOException.class, () -> put(storage, 1, 2));
        assertThrows(IOException.class, storage::sync);
        assertThrows(IOException.class, storage::reopen);
        assertThrows(IOException.class, () -> storage.get(key(1)));
        assertThrows(IOException.class, () -> file.append(ByteBuffer.allocate(1)));
        assertThrows(IOException.class, file::ingest);
        storage.close();
        put(next, 1, 3);
    }

    @Test
    void contentTakenFromFileStays() throws IOException {
        Storage storage = disk.open();
        Storage.ArrivingFile file = arrival(storage, 5);
        put(storage, 1, 1);
        file.ingest();
        put(storage, 2, 1);
        arrival(storage, 6);
        long used = disk.used();
        Random none = new Random() {
            @Override
            public int nextInt(int bound) {
                return 0;
            }
        };
        disk.crash(none);
        assertEquals(List.of("[5][5]"), content(disk.open()));
        assertEquals(2, disk.used());
        assertTrue(used > 6);
    }

    private static Storage.ArrivingFile arrival(Storage storage, int key) throws IOException {
        Storage.CopyWriter writer = storage.newCopy();
        writer.put(key(key), key(key));
        Storage.CopyFile copy = writer.finish();
        ByteBuffer bytes = ByteBuffer.allocate((int) copy.size());
        copy.read(bytes, 0);
        copy.release();
        Storage.ArrivingFile file = storage.newArrival();
        file.append(bytes.flip());
        return file;
    }

    @Test
    void fullDiskRefusesWrites() throws IOException {
        Storage storage = disk.open();
        put(storage, 1, 1);
        Storage.ArrivingFile file = storage.newArrival();
        disk.capacity(3);
        assertEquals(1, storage.free());
        assertThrows(IOException.class, () -> file.append(ByteBuffer.allocate(2)));
        assertThrows(IOException.class, () -> put(storage, 2, 2));
        assertThrows(IOException.class, storage::sync);
        assertThrows(IOException.class, storage::reopen);
        disk.capacity(4);
        storage.reopen();
        assertEquals(List.of("[1][1]"), content(storage));
        put(storage, 2, 2);
        storage.sync();
        assertEquals(0, storage.free());
    }

    @Test
    void slowDiskTakesTime() throws IOException {
        Storage storage = disk.open();
        put(storage, 1, 1);
        storage.sync();
        disk.delay(3, 500);
        put(storage, 1, 1);
        storage.sync();
        assertEquals(List.of(3L, 500L), spent);
    }

    @Test
    void damageChangesOneBit() throws IOException {
        Storage storage = disk.open();
        assertNull(disk.damage(new Random(1)));
        put(storage, 1, 1);
        put(storage, 2, 2);
        byte[] first = disk.damage(new Random(1));
        assertEquals(1, Integer.bitCount(Byte.toUnsignedInt((byte) (storage.get(first)[0] ^ first[0]))));
        Random random = new Random(1);
        Set<Byte> damaged = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            damaged.add(disk.damage(random)[0]);
        }
        assertEquals(Set.of((byte) 1, (byte) 2), damaged);
    }

    @Test
    void damageEndsWhenTheRecordIsWrittenAgain() throws IOException {
        Storage storage = disk.open();
        put(storage, 1, 1);
        storage.sync();
        assertFalse(disk.isDamaged());
        disk.damage(new Random(1));
        assertTrue(disk.isDamaged());
        put(storage, 1, 2);
        // A crash may still take that back.
        assertTrue(disk.isDamaged());
        storage.sync();
        assertFalse(disk.isDamaged());
    }

    @Test
    void damagedKeyIsAnotherKey() throws IOException {
        Storage storage = disk.open();
        put(storage, 1, 1);
        storage.sync();
        assertThrows(IllegalStateException.class, () -> disk.damageKey(new Random(1)));
        disk.crash(new Random(1));
        long used = disk.used();
        assertArrayEquals(key(1), disk.damageKey(new Random(1)));
        assertTrue(disk.isDamaged());
        assertEquals(used, disk.used());
        storage = disk.open();
        assertNull(storage.get(key(1)));
        assertEquals(1, content(storage).size());
    }

    @Test
    void damageIsNoticedAfterAFailure() throws IOException {
        Storage storage = disk.open();
        put(storage, 1, 1);
        storage.sync();
        disk.damage(new Random(1));
        storage.reopen();
        disk.noticeDamage(() -> true);
        assertThrows(DamageException.class, storage::reopen);
        disk.noticeDamage(() -> false);
        assertThrows(DamageException.class, storage::reopen);
    }

    @Test
    void fileIsDamagedOnce() throws IOException {
        Storage storage = disk.open();
        disk.damageNextFile(new Random(1), file -> false);
        Storage.CopyFile whole = copy(storage);
        disk.damageNextFile(new Random(1), file -> true);
        Storage.CopyFile first = copy(storage);
        Storage.CopyFile second = copy(storage);
        assertEquals(bytes(whole), bytes(second));
        assertNotEquals(bytes(first), bytes(second));
    }

    private static Storage.CopyFile copy(Storage storage) throws IOException {
        Storage.CopyWriter writer = storage.newCopy();
        writer.put(key(1), key(1));
        return writer.finish();
    }

    private static ByteBuffer bytes(Storage.CopyFile file) throws IOException {
        ByteBuffer all = ByteBuffer.allocate((int) file.size());
        file.read(all, 0);
        return all.flip();
    }

    @Test
    void observerHearsOfEveryByte() throws IOException {
        assertEquals(digest(1, 0), digest(1, 0));
        assertNotEquals(digest(1, 0), digest(2, 0));
        assertNotEquals(digest(1, 0), digest(1, 1));
    }

    @Test
    void observerHearsOfSyncsAndOfFilesThatAreStored() throws IOException {
        List<String> heard = new ArrayList<>();
        disk.observe(new SimulatedDisk.Observer() {
            @Override
            public void synced(long batches, boolean done) {
                heard.add((done ? "synced " : "failed ") + batches);
            }

            @Override
            public void ingested(long bytes) {
                heard.add("ingested " + bytes);
            }
        });
        Storage storage = disk.open();
        put(storage, 2, 1);
        storage.sync();
        put(storage, 3, 1);
        disk.failSync(new Random(1));
        assertThrows(IOException.class, storage::sync);
        storage.reopen();
        Storage.ArrivingFile file = storage.newArrival();
        ByteBuffer bytes = bytes(copy(storage));
        file.append(bytes);
        file.ingest();
        assertEquals(List.of("synced 1", "failed 2", "ingested " + bytes.limit()), heard);
    }

    private static long digest(int seed, int piece) throws IOException {
        CRC32C sum = new CRC32C();
        SimulatedDisk disk = new SimulatedDisk("disk", nanos -> {});
        disk.observe(new SimulatedDisk.Observer() {
            @Override
            public void written(byte[] bytes) {
                sum.update(bytes);
            }
        });
        Storage storage = disk.open();
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            change(storage, random);
        }
        storage.newArrival().append(ByteBuffer.wrap(new byte[] {(byte) piece}));
        return sum.getValue();
    }
}
