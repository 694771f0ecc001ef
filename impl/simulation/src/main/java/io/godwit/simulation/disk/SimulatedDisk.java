package io.godwit.simulation.disk;

import io.godwit.environment.DamageException;
import io.godwit.environment.Storage;
import io.godwit.protocol.map.Bytes;
import java.io.IOException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * The disk of a member. A process uses it through the {@link Storage} that {@link #open} returns, until it closes that or
 * {@linkplain #crash crashes}. Faults come from outside, each with the random numbers that it needs. For one thread.
 */
public final class SimulatedDisk {
    private final String name;
    private final LongConsumer wait;
    /** All that is written. While cursors are open on it, it stays as it is, and a copy is changed. */
    private NavigableMap<byte[], byte[]> map = new TreeMap<>(Bytes::compare);

    private int cursors;
    /** The batches that are not durable yet. */
    private final Deque<WrittenBatch> unsynced = new ArrayDeque<>();
    /** How many batches have been written. */
    private long batches;

    private final List<SimulatedFile> files = new ArrayList<>();
    private SimulatedStorage user;

    private Observer observer = new Observer() {};
    private long writeNanos;
    private long syncNanos;
    private long capacity = Long.MAX_VALUE;
    private long used;
    /** The capacity that the write that failed would have needed. */
    private long needed;
    /** Lets the next sync fail. */
    private Random failing;
    /** Whether a write or sync has failed since the storage was opened. */
    private boolean failed;
    /** Decides what is left of the batches that could not be synced. */
    private Random surviving;
    /** Values that were damaged, or whose keys were. */
    private final Set<byte[]> damaged = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Says whether damage is noticed when the storage is opened again. */
    private BooleanSupplier notices = () -> false;

    private Consumer<SimulatedFile> fileDamage = file -> {};
    /** Damage was noticed; it is from now on. */
    private boolean noticed;

    /** Hears what is done to a disk. */
    public interface Observer {
        /** Keys, values and pieces of files are written, in this order. The observer must not change them. */
        default void written(byte[] bytes) {}

        /**
         * A sync has ended.
         *
         * @param batches how many batches had been written when it began
         * @param done whether they are durable
         */
        default void synced(long batches, boolean done) {}

        /**
         * What a file holds is stored now.
         *
         * @param bytes its size
         */
        default void ingested(long bytes) {}
    }

    /** A batch: what the keys held before each of its changes, null for nothing. */
    private record WrittenBatch(long number, List<Map.Entry<byte[], byte[]>> before) {}

    /**
     * An empty disk.
     *
     * @param name for people
     * @param wait lets so many nanoseconds pass, in which others may write, and crashes may come
     */
    public SimulatedDisk(String name, LongConsumer wait) {
        this.name = name;
        this.wait = wait;
    }

    /**
     * Opens it for a process. Files that an earlier process has left are removed.
     *
     * @throws IOException if another process uses it
     */
    public Storage open() throws IOException {
        if (user != null) {
            throw new IOException("the storage in " + name + " is in use already");
        }
        recover();
        removeFiles();
        user = new SimulatedStorage(this);
        return user;
    }

    /** What is there is durable from now on. */
    private void recover() {
        if (surviving != null) {
            keep(surviving.nextInt(unsynced.size() + 1));
        }
        unsynced.clear();
        surviving = null;
        failing = null;
        failed = false;
        needed = 0;
    }

    /** Keeps some of the batches that were not synced, and takes the others back. */
    private void keep(int some) {
        while (unsynced.size() > some) {
            List<Map.Entry<byte[], byte[]>> changes = unsynced.removeLast().before;
            for (int i = changes.size() - 1; i >= 0; i--) {
                put(changes.get(i).getKey(), changes.get(i).getValue());
            }
        }
    }

    /**
     * The process that uses it ends without closing anything. What it synced stays, and so does a random number of the batches
     * that it has written since then, the first ones. Its files are gone.
     */
    public void crash(Random random) {
        keep(random.nextInt(unsynced.size() + 1));
        unsynced.clear();
        removeFiles();
        user = null;
    }

    private void removeFiles() {
        List.copyOf(files).forEach(this::remove);
    }

    /**
     * Lets the next sync fail. Nothing can be written then before the storage was opened again, and a random number of the
     * batches since the last sync is there, the first ones.
     */
    public void failSync(Random random) {
        failing = random;
    }

    /** Sets what a write and a sync cost from now on. */
    public void delay(long nanosPerWrite, long nanosPerSync) {
        writeNanos = nanosPerWrite;
        syncNanos = nanosPerSync;
    }

    /** Sets how many bytes it can hold from now on. A write for which there is no room fails. */
    public void capacity(long bytes) {
        capacity = bytes;
    }

    /** How many bytes it holds. */
    public long used() {
        return used;
    }

    /** Tells an observer of everything that is done from now on, in its order. */
    public void observe(Observer hears) {
        observer = hears;
    }

    /**
     * Flips a bit of a random value that is stored. Each first byte of the keys is as likely as the others, however many keys have
     * it.
     *
     * @return the key whose value is damaged; null if there is none
     */
    public byte[] damage(Random random) {
        byte[] key = randomKey(random);
        if (key == null || map.get(key).length == 0) {
            return null;
        }
        byte[] value = map.get(key);
        byte[] flipped = flipped(value, random.nextInt(value.length * Byte.SIZE));
        unshare();
        map.put(key, flipped);
        damaged.add(flipped);
        return key;
    }

    /**
     * Flips a bit of a random key that is stored. Nobody may use the disk: what is written later would make the record one that is
     * missing.
     *
     * @return the key as it was; null if there is none
     */
    public byte[] damageKey(Random random) {
        if (user != null) {
            throw new IllegalStateException("the storage in " + name + " is in use");
        }
        byte[] key = randomKey(random);
        if (key == null) {
            return null;
        }
        unshare();
        byte[] value = map.get(key).clone();
        put(key, null);
        put(flipped(key, random.nextInt(key.length * Byte.SIZE)), value);
        damaged.add(value);
        return key;
    }

    private byte[] randomKey(Random random) {
        int[] kinds = map.keySet().stream().mapToInt(key -> key[0]).distinct().toArray();
        if (kinds.length == 0) {
            return null;
        }
        int kind = kinds[random.nextInt(kinds.length)];
        byte[][] keys = map.keySet().stream().filter(key -> key[0] == kind).toArray(byte[][]::new);
        return keys[random.nextInt(keys.length)];
    }

    /** Whether a crash now may leave a record that is damaged. */
    public boolean isDamaged() {
        return !damaged.isEmpty()
                && (map.values().stream().anyMatch(damaged::contains)
                        || unsynced.stream()
                                .flatMap(it -> it.before.stream())
                                .anyMatch(it -> damaged.contains(it.getValue())));
    }

    /** Lets the storage notice damage whenever it is opened again after a failure, if a condition holds the first time. */
    public void noticeDamage(BooleanSupplier condition) {
        notices = condition;
    }

    static byte[] flipped(byte[] bytes, int bit) {
        byte[] copy = bytes.clone();
        copy[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
        return copy;
    }

    /**
     * Lets a bit of the next file be flipped: of one that this member has written for another, or of one that has come, before it
     * is read.
     *
     * @param condition is asked then, with the file's name
     */
    public void damageNextFile(Random random, Predicate<String> condition) {
        fileDamage = file -> {
            fileDamage = none -> {};
            if (condition.test(file.toString())) {
                file.flip(random);
            }
        };
    }

    /** A file is complete. */
    void complete(SimulatedFile file) {
        fileDamage.accept(file);
    }

    /** A copy of everything that is stored, for tests that change it and {@linkplain #replace put it back}. */
    NavigableMap<byte[], byte[]> content() {
        return new TreeMap<>(map);
    }

    void replace(NavigableMap<byte[], byte[]> content) {
        map.forEach((key, value) -> used -= key.length + value.length);
        map = new TreeMap<>(content);
        map.forEach((key, value) -> used += key.length + value.length);
        cursors = 0;
        unsynced.clear();
    }

    boolean isUsedBy(SimulatedStorage storage) {
        return user == storage;
    }

    void close(SimulatedStorage storage) {
        if (user == storage) {
            user = null;
        }
    }

    void reopen() throws IOException {
        if (needed > capacity) {
            throw full();
        }
        recover();
        noticed |= isDamaged() && notices.getAsBoolean();
        if (noticed) {
            throw new DamageException("a checksum of " + name + " does not fit");
        }
    }

    private static IOException full() {
        return new IOException("No space left on device");
    }

    long free() {
        return Math.max(0, capacity - used);
    }

    byte[] get(byte[] key) {
        return map.get(key);
    }

    NavigableMap<byte[], byte[]> hold() {
        cursors++;
        return map;
    }

    void letGo(NavigableMap<byte[], byte[]> held) {
        cursors -= isCurrent(held) ? 1 : 0;
    }

    @SuppressWarnings("ReferenceEquality") // the very map
    private boolean isCurrent(NavigableMap<byte[], byte[]> held) {
        return held == map;
    }

    void write(SimulatedStorage storage, SimulatedBatch batch) throws IOException {
        requireSound();
        spend(storage, writeNanos);
        if (used + batch.size() > capacity) {
            failed = true;
            needed = used + batch.size();
            throw full();
        }
        unshare();
        List<Map.Entry<byte[], byte[]>> changes =
                new ArrayList<>(batch.changes().size());
        for (SimulatedBatch.Change change : batch.changes()) {
            make(change, changes);
        }
        unsynced.addLast(new WrittenBatch(++batches, changes));
    }

    private void requireSound() throws IOException {
        if (failed) {
            throw new IOException("an earlier write has failed");
        }
    }

    private void spend(SimulatedStorage storage, long nanos) {
        if (nanos > 0) {
            wait.accept(nanos);
            if (!isUsedBy(storage)) {
                throw new ProcessEndedError();
            }
        }
    }

    /** Leaves the map to the cursors that are open on it. */
    private void unshare() {
        if (cursors > 0) {
            map = new TreeMap<>(map);
            cursors = 0;
        }
    }

    private void make(SimulatedBatch.Change change, List<Map.Entry<byte[], byte[]>> changes) {
        observer.written(change.key());
        if (change.behind() == null) {
            written(change.value());
            changes.add(new SimpleImmutableEntry<>(change.key(), put(change.key(), change.value())));
            return;
        }
        observer.written(change.behind());
        // Removed after the iteration: in JavaScript, an iterator over a part of a TreeMap loses its place when it
        // removes.
        List<Map.Entry<byte[], byte[]>> range = new ArrayList<>();
        map.subMap(change.key(), change.behind())
                .forEach((key, value) -> range.add(new SimpleImmutableEntry<>(key, value)));
        for (Map.Entry<byte[], byte[]> entry : range) {
            changes.add(entry);
            used -= entry.getKey().length + entry.getValue().length;
            map.remove(entry.getKey());
        }
    }

    private void written(byte[] value) {
        if (value != null) {
            observer.written(value);
        }
    }

    /** Gives a key a value, or none, and returns what it held before. */
    private byte[] put(byte[] key, byte[] value) {
        byte[] before = value == null ? map.remove(key) : map.put(key, value);
        used += (value == null ? 0 : key.length + value.length) - (before == null ? 0 : key.length + before.length);
        return before;
    }

    void sync(SimulatedStorage storage) throws IOException {
        requireSound();
        long last = batches;
        spend(storage, syncNanos);
        observer.synced(last, failing == null);
        if (failing != null) {
            failed = true;
            surviving = failing;
            failing = null;
            throw new IOException("Input/output error");
        }
        while (!unsynced.isEmpty() && unsynced.getFirst().number() <= last) {
            unsynced.removeFirst();
        }
    }

    SimulatedFile newFile() {
        SimulatedFile file = new SimulatedFile(this, name + "/" + files.size());
        files.add(file);
        return file;
    }

    /** Accounts for bytes that are written to a file. */
    void append(SimulatedFile file, byte[] bytes) throws IOException {
        requireThere(file);
        if (used + bytes.length > capacity) {
            throw full();
        }
        observer.written(bytes);
        used += bytes.length;
    }

    private void requireThere(SimulatedFile file) throws IOException {
        if (!files.contains(file)) {
            throw new IOException(file + " does not exist");
        }
    }

    void remove(SimulatedFile file) {
        if (files.remove(file)) {
            used -= file.size();
        }
    }

    /** Takes what a file holds. It is durable at once: a crash takes back batches, and not this. */
    void ingest(SimulatedFile file) throws IOException {
        requireThere(file);
        List<Map.Entry<byte[], byte[]>> entries = file.read();
        for (Map.Entry<byte[], byte[]> entry : entries) {
            if (map.containsKey(entry.getKey())) {
                throw new IllegalStateException("a key of " + file + " is there already");
            }
        }
        unshare();
        entries.forEach(entry -> put(entry.getKey(), entry.getValue()));
        observer.ingested(file.size());
        remove(file);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Ends the task that waited for a disk while its process ended. */
    public static final class ProcessEndedError extends Error {
        private static final long serialVersionUID = 1;

        ProcessEndedError() {
            super("the process has ended", null, false, false);
        }
    }
}
