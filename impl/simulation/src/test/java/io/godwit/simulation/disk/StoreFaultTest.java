package io.godwit.simulation.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.storage.MemberStore;
import io.godwit.storage.StoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** After any faults of the disk, a store holds one of the images that were to be written, and none before the last durable one. */
class StoreFaultTest {
    private static final int SEEDS = 400;
    private static final int STEPS = 40;

    private SimulatedDisk disk;
    private Random random;
    private DiskWorkload work;
    private MemberStore store;
    /** Images that were to be written, as what has to be there. */
    private final List<List<Object>> images = new ArrayList<>();

    private int durable;
    private int failures;
    private int arrivals;

    @Test
    void loadedImageWasWritten() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            random = new Random(seed * 7_919L);
            disk = new SimulatedDisk("disk", nanos -> {});
            work = new DiskWorkload(random);
            work.elect();
            store = work.open(disk);
            store.identify(DiskWorkload.identity());
            begin(work.image());
            store.write(work.image());
            for (int step = 0; step < STEPS; step++) {
                step(seed);
            }
            store.close();
        }
        assertTrue(failures > SEEDS, "failures: " + failures);
        assertTrue(arrivals > SEEDS / 10, "arrivals: " + arrivals);
    }

    private void step(int seed) throws IOException {
        int what = random.nextInt(20);
        if (what == 0) {
            disk.crash(random);
            store = work.open(disk);
            Image loaded = store.load().orElseThrow().image().orElseThrow();
            int found = images.lastIndexOf(DiskWorkload.parts(loaded));
            assertTrue(found >= durable, "seed " + seed + ": image " + found + " after " + durable);
            work.restart(loaded);
            begin(loaded);
            write(work.image());
            return;
        }
        for (int calls = random.nextInt(3); calls > 0; calls--) {
            work.call();
        }
        Image image = work.image();
        if (what < 4) {
            image = work.with(1, Log.of(work.log(1).entries(1, 0)));
        } else if (what < 8) {
            image = replaced();
        }
        write(image);
    }

    /** Nothing older than an image is found from now on. */
    private void begin(Image image) {
        images.clear();
        images.add(DiskWorkload.parts(image));
        durable = 0;
    }

    /** Another log, perhaps from a file, of which the store is told or not. */
    private Image replaced() throws IOException {
        Log log = work.log(1);
        if (log.length() == 0 || log.firstKept() > 1) {
            return work.with(1, Log.EMPTY);
        }
        Log shorter = Log.of(log.entries(1, 1 + random.nextInt(log.length())));
        if (random.nextBoolean()) {
            return work.with(1, shorter);
        }
        Log taken = work.send(shorter, store);
        if (random.nextInt(3) == 0) {
            store.dismiss(1, taken);
        }
        return work.with(1, taken);
    }

    private void write(Image image) throws IOException {
        images.add(DiskWorkload.parts(image));
        if (random.nextInt(4) == 0) {
            disk.failSync(random);
        }
        long before = store.loaded();
        try {
            store.write(image);
            durable = images.size() - 1;
            arrivals += (int) (store.loaded() - before);
        } catch (StoreException e) {
            // The next write is of another image.
            failures++;
            store.reopen();
        }
    }

    /** What nobody needs goes, at the latest when the store is opened the next time. */
    @Test
    void copiesThatAreOfNoUseGo() throws IOException {
        random = new Random(1);
        disk = new SimulatedDisk("disk", nanos -> {});
        work = new DiskWorkload(random);
        work.elect();
        store = work.open(disk);
        store.identify(DiskWorkload.identity());
        for (int i = 0; i < 10; i++) {
            work.call();
        }
        write(work.image());
        int size = disk.content().size();
        Log taken = work.send(work.log(1), store);
        assertTrue(disk.content().size() > size);
        store.dismiss(1, taken);
        store.write(work.image());
        assertEquals(size, disk.content().size());
        work.send(work.log(1), store);
        disk.crash(random);
        store = work.open(disk);
        assertEquals(
                DiskWorkload.parts(work.image()),
                DiskWorkload.parts(store.load().orElseThrow().image().orElseThrow()));
        assertEquals(size, disk.content().size());
    }

    private void begin(Log log) throws IOException {
        random = new Random(1);
        disk = new SimulatedDisk("disk", nanos -> {});
        work = new DiskWorkload(random);
        work.elect();
        store = work.open(disk);
        store.identify(DiskWorkload.identity());
        store.write(work.with(1, log));
    }

    /** What a restart finds is the image that was written last. */
    private void assertWritten(Image image) throws IOException {
        store.write(image);
        store.close();
        store = work.open(disk);
        assertEquals(
                DiskWorkload.parts(image),
                DiskWorkload.parts(store.load().orElseThrow().image().orElseThrow()));
    }

    private static LogEntry entry(int number, long call, Verb verb) {
        OnMap operation = new OnMap(verb, Bytes.EMPTY, Bytes.ofNumber(1), Bytes.ofNumber(call), Bytes.EMPTY);
        return new LogEntry(new Version(1, number), 1, call, operation);
    }

    @Test
    void logWithAnotherLastEntryIsWrittenWhole() throws IOException {
        Log log = Log.of(List.of(entry(1, 1, Verb.PUT)));
        begin(log.append(entry(1, 2, Verb.PUT)));
        assertWritten(work.with(1, log.append(entry(2, 3, Verb.PUT)).append(entry(2, 4, Verb.PUT))));
    }

    /** Its items are removed and others are appended between two writes. */
    @Test
    void replacedListLeavesNoElements() throws IOException {
        Log log = Log.of(List.of(entry(1, 1, Verb.APPEND), entry(1, 2, Verb.APPEND), entry(1, 3, Verb.APPEND)));
        begin(log);
        assertWritten(work.with(1, log.append(entry(1, 4, Verb.REMOVE)).append(entry(1, 5, Verb.APPEND))));
    }
}
