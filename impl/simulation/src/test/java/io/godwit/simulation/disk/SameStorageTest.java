package io.godwit.simulation.disk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.storage.rocksdb.RocksStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulated storage and the one of real processes do the same, as long as nothing fails. */
class SameStorageTest {
    private static final int ROUNDS = 40;
    private static final int STEPS = 60;

    @TempDir
    private Path directory;

    private final SimulatedDisk disk = new SimulatedDisk("disk", nanos -> {});
    private Random random;
    private Storage real;
    private Storage simulated;
    /** Numbers of copies; each of them is taken once. */
    private int copies;

    private void open() throws IOException {
        real = RocksStorage.open(directory);
        simulated = disk.open();
    }

    private void close() {
        real.close();
        simulated.close();
    }

    @Test
    void bothAnswerAlike() throws IOException {
        open();
        for (int round = 0; round < ROUNDS; round++) {
            random = new Random(round);
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            assertSame(new byte[0]);
        }
        close();
    }

    private void step() throws IOException {
        switch (random.nextInt(16)) {
            case 0 -> {
                real.sync();
                simulated.sync();
            }
            case 1, 2 -> assertSame(key());
            case 3 -> copy();
            case 4 -> writeBehindACursor();
            case 5 -> {
                byte[] key = key();
                assertArrayEquals(real.get(key), simulated.get(key));
            }
            case 6 -> {
                if (random.nextInt(4) == 0) {
                    real.reopen();
                    simulated.reopen();
                } else if (random.nextInt(4) == 0) {
                    close();
                    open();
                }
            }
            default -> write();
        }
    }

    /** Some bytes of which many are equal, and which are not ordered like signed numbers. */
    private byte[] key() {
        byte[] key = new byte[1 + random.nextInt(3)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(6) * 50);
        }
        return key;
    }

    private void write() throws IOException {
        Storage.Batch one = real.batch();
        Storage.Batch other = simulated.batch();
        int times = random.nextInt(5) == 0 ? 2 : 1;
        for (int time = 0; time < times; time++) {
            for (int changes = random.nextInt(8); changes > 0; changes--) {
                change(one, other);
            }
            real.write(one);
            simulated.write(other);
        }
        one.close();
        other.close();
    }

    private void change(Storage.Batch one, Storage.Batch other) {
        byte[] key = key();
        byte[] second = key();
        int kind = random.nextInt(8);
        if (kind == 0) {
            one.delete(key);
            other.delete(key);
        } else if (kind == 1 && Arrays.compareUnsigned(key, second) < 0) {
            one.deleteRange(key, second);
            other.deleteRange(key, second);
        } else {
            byte[] value = new byte[random.nextInt(20)];
            random.nextBytes(value);
            one.put(key, value);
            other.put(key, value);
        }
    }

    private static List<String> rest(Storage.Cursor cursor) throws IOException {
        List<String> found = new ArrayList<>();
        for (; cursor.isValid(); cursor.next()) {
            found.add(Arrays.toString(cursor.key()) + Arrays.toString(cursor.value()));
        }
        return found;
    }

    private void assertSame(byte[] from) throws IOException {
        try (Storage.Cursor one = real.scan(from);
                Storage.Cursor other = simulated.scan(from)) {
            assertEquals(rest(one), rest(other));
        }
    }

    private void writeBehindACursor() throws IOException {
        try (Storage.Cursor one = real.scan(new byte[0]);
                Storage.Cursor other = simulated.scan(new byte[0]);
                Storage.Cursor second = simulated.scan(new byte[0])) {
            write();
            write();
            List<String> before = rest(one);
            assertEquals(before, rest(other));
            assertEquals(before, rest(second));
        }
        assertSame(new byte[0]);
    }

    private void copy() throws IOException {
        copies++;
        SortedSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        for (int i = random.nextInt(30); i >= 0; i--) {
            keys.add(ByteBuffer.allocate(8)
                    .putInt(0xf0000000 + copies)
                    .putInt(random.nextInt())
                    .array());
        }
        long seed = random.nextLong();
        assertEquals(arrive(real, keys, seed), arrive(simulated, keys, seed));
    }

    /** Writes a copy, sends it to the storage itself, and takes it or not; the pieces of both are of different lengths. */
    private List<String> arrive(Storage storage, SortedSet<byte[]> keys, long seed) throws IOException {
        Random same = new Random(seed);
        Storage.CopyWriter writer = storage.newCopy();
        for (byte[] key : keys) {
            byte[] value = new byte[same.nextInt(200)];
            same.nextBytes(value);
            writer.put(key, value);
        }
        if (same.nextInt(8) == 0) {
            writer.discard();
            return List.of();
        }
        Storage.CopyFile file = writer.finish();
        assertThrows(IOException.class, () -> file.read(ByteBuffer.allocate(2), file.size() - 1));
        Storage.ArrivingFile arrival = storage.newArrival();
        file.retain();
        file.release();
        for (long at = 0; at < file.size(); at += 100) {
            ByteBuffer piece = ByteBuffer.allocate((int) Math.min(100, file.size() - at));
            file.read(piece, at);
            arrival.append(piece.flip());
        }
        file.release();
        List<String> found;
        try (Storage.Cursor all = arrival.scan()) {
            found = rest(all);
        }
        if (same.nextBoolean()) {
            arrival.ingest();
        }
        arrival.discard();
        arrival.discard();
        return found;
    }

    @Test
    void storagesRefuseFilesThatAreNoCopy() throws IOException {
        open();
        for (Storage storage : List.of(real, simulated)) {
            Storage.ArrivingFile file = storage.newArrival();
            file.append(ByteBuffer.wrap(new byte[300]));
            assertThrows(IOException.class, file::scan);
            assertThrows(IOException.class, file::ingest);
            file.discard();
            assertThrows(IOException.class, storage.newArrival()::scan);
            assertThrows(IOException.class, () -> storage.newCopy().finish());
            Storage.CopyWriter writer = storage.newCopy();
            writer.put(new byte[] {(byte) 200}, new byte[1]);
            assertThrows(IOException.class, () -> writer.put(new byte[] {100}, new byte[1]));
            writer.discard();
        }
        close();
    }

    @Test
    void bothAreUsedByOneProcess() throws IOException {
        open();
        assertThrows(IOException.class, () -> RocksStorage.open(directory));
        assertThrows(IOException.class, disk::open);
        for (Storage storage : List.of(real, simulated)) {
            assertTrue(storage.free() > 0);
            storage.close();
            assertThrows(IOException.class, () -> storage.get(new byte[1]));
            assertThrows(IOException.class, () -> storage.scan(new byte[1]));
            assertThrows(IOException.class, storage::sync);
        }
    }
}
