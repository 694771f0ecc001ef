package io.godwit.simulation.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.storage.MemberStore;
import io.godwit.storage.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing in the simulated disk has a checksum but what the store puts there. */
class DamagedRecordTest {
    private static final int COPY = 12;
    /** The byte of a copy's key that says what of the copy it is. */
    private static final int WHAT = 13;

    private final SimulatedDisk disk = new SimulatedDisk("disk", nanos -> {});
    private final DiskWorkload work = new DiskWorkload(new Random(5));
    private NavigableMap<byte[], byte[]> whole;
    private Image image;

    @BeforeEach
    void writeOneOfEachKind() throws IOException {
        try (MemberStore store = work.open(disk)) {
            store.incarnation(() -> Bytes.of(new byte[16]));
            store.name("name");
            store.identify(DiskWorkload.identity());
            work.elect();
            for (int i = 0; i < 25; i++) {
                work.call();
            }
            store.write(work.image());
            // What goes on from the older log would be appended to it.
            store.write(work.with(1, Log.EMPTY));
            Log log = work.send(work.log(1), store);
            Image moved = work.with(1, log);
            Replica waiting = new Replica(
                    moved.data().replica(0).view(),
                    work.log(0),
                    MemberSet.of(2),
                    moved.data().replica(0).primaryState());
            image = new Image(moved.control(), moved.data().with(0, waiting), MemberSet.of(3));
            store.write(image);
        }
        whole = disk.content();
    }

    private void load() throws IOException {
        try (MemberStore store = work.open(disk)) {
            store.incarnation(() -> Bytes.EMPTY);
            store.clusterName();
            Image loaded = store.load().orElseThrow().image().orElseThrow();
            assertEquals(DiskWorkload.parts(image), DiskWorkload.parts(loaded));
        } finally {
            disk.crash(new Random(1));
        }
    }

    private void assertRefused(NavigableMap<byte[], byte[]> damaged, byte[] key, String what) {
        disk.replace(damaged);
        StoreException refused = assertThrows(StoreException.class, this::load, () -> Bytes.of(key) + ": " + what);
        assertTrue(refused.isDamage(), () -> Bytes.of(key) + ": " + what + ": " + refused.getMessage());
        assertTrue(refused.getMessage().contains("the store in disk"), refused.getMessage());
    }

    @Test
    void recordsOfEveryKindAreThere() throws IOException {
        Set<Integer> kinds = new TreeSet<>();
        Set<Integer> parts = new TreeSet<>();
        for (byte[] key : whole.keySet()) {
            kinds.add((int) key[0]);
            if (key[0] == COPY) {
                parts.add((int) key[WHAT]);
            }
        }
        assertEquals(Set.of(1, 2, 3, 4, 5, 6, 10, COPY, 13, 14, 15), kinds);
        assertEquals(Set.of(1, 2, 3, 4), parts);
        load();
    }

    @Test
    void bitOfAValueIsNoticed() {
        whole.forEach((key, value) -> {
            for (int bit = 0; bit < value.length * Byte.SIZE; bit += 3) {
                NavigableMap<byte[], byte[]> damaged = new TreeMap<>(whole);
                damaged.put(key, SimulatedDisk.flipped(value, bit));
                assertRefused(damaged, key, "bit " + bit + " of the value");
            }
        });
    }

    @Test
    void bitOfAKeyIsNoticed() {
        whole.forEach((key, value) -> {
            for (int bit = 0; bit < key.length * Byte.SIZE; bit++) {
                NavigableMap<byte[], byte[]> damaged = new TreeMap<>(whole);
                damaged.remove(key);
                damaged.put(SimulatedDisk.flipped(key, bit), value);
                assertRefused(damaged, key, "bit " + bit + " of the key");
            }
        });
    }

    @Test
    void valueThatIsTooShortIsNoticed() {
        whole.forEach((key, value) -> {
            for (int length = 0; length < value.length; length++) {
                NavigableMap<byte[], byte[]> damaged = new TreeMap<>(whole);
                damaged.put(key, java.util.Arrays.copyOf(value, length));
                assertRefused(damaged, key, "only " + length + " bytes");
            }
        });
    }

    @Test
    void missingIdentityIsNoticed() {
        byte[] identity = {1};
        NavigableMap<byte[], byte[]> damaged = new TreeMap<>(whole);
        damaged.remove(identity);
        assertRefused(damaged, identity, "missing");
    }

    /** The simulated file has no checksums either. */
    @Test
    void bitOfAFileIsNoticed() throws IOException {
        disk.replace(whole);
        try (MemberStore store = work.open(disk)) {
            store.load();
            Storage.CopyFile file = store.export(1, work.log(1));
            ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
            file.read(bytes, 0);
            for (int bit = 0; bit < bytes.capacity() * Byte.SIZE; bit++) {
                Storage.ArrivingFile arrival = store.newArrival();
                arrival.append(ByteBuffer.wrap(SimulatedDisk.flipped(bytes.array(), bit)));
                StoreException refused = assertThrows(StoreException.class, () -> store.take(1, arrival));
                assertTrue(refused.isDamage(), refused.getMessage());
                assertTrue(refused.getMessage().contains(arrival.toString()), refused.getMessage());
            }
        }
        assertEquals(whole.size(), disk.content().size());
    }
}
