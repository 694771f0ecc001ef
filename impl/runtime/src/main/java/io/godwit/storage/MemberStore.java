package io.godwit.storage;

import io.godwit.environment.Clock;
import io.godwit.environment.Storage;
import io.godwit.protocol.Copies;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.storage.StoredRecord.Membership;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Run;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The durable data of a member. A write is durable when {@link #write} returns, as a whole or not at all. Damage is an
 * error: the store cannot be created or loaded then.
 *
 * <p>One thread writes: the one that creates and loads the store, and the one that takes over from it. Any thread may use copies
 * as files.
 */
public final class MemberStore implements AutoCloseable {
    private final Storage storage;
    private final CopyFiles files;
    private final CopyPlaces places = new CopyPlaces();
    private final AtomicLong loaded = new AtomicLong();

    /** For the cluster's partitions, once their number is known. */
    private volatile RecordCodec codec = new RecordCodec(0);
    /** What was written last, or is about to be written. */
    private Image written;
    /**
     * Changes that are not durable yet. After a failure nobody knows how many of them the storage has; all of them are written
     * again, before what has changed since then.
     */
    private Storage.Batch pending;

    /** The format of the store; 0 if the store is empty. */
    private int format;
    /** The format that it has after the next batch. */
    private int nextFormat;

    private long bytesWritten;

    /**
     * The stored data of a member.
     *
     * @param identity the member, its cluster and the members that it knew
     * @param image the state to start from; absent if none was written yet
     */
    public record Stored(Welcome identity, Optional<Image> image) {}

    /**
     * A member's store over a storage, which it closes.
     *
     * @throws StoreException if something else is in the storage, for example a store of another format
     */
    public MemberStore(Storage storage, Clock clock) throws StoreException {
        this(storage, clock, ClusterVersion.NEWEST);
    }

    /**
     * The store of a member that can go by cluster versions up to {@code maxVersion}.
     *
     * @throws StoreException if something else is in the storage, or it is of a later cluster version
     */
    public MemberStore(Storage storage, Clock clock, int maxVersion) throws StoreException {
        this.storage = storage;
        this.files = new CopyFiles(storage, clock);
        try {
            this.format = Format.written(storage, maxVersion);
            this.nextFormat = Format.next(format, ClusterVersion.FIRST);
        } catch (IOException e) {
            throw new StoreException("cannot use the store in " + storage, e);
        }
    }

    /**
     * Opens the storage again after a write has failed. The next write repeats what has failed.
     *
     * @throws StoreException if the cause is not gone; until an attempt succeeds, the store cannot be used
     */
    public void reopen() throws StoreException {
        try {
            storage.reopen();
        } catch (IOException e) {
            throw new StoreException("cannot open the store in " + storage, e);
        }
    }

    /**
     * Returns the bits that identify the member before it belongs to a cluster. They are stored, so that a founder that
     * dies before it hears that the cluster is founded comes back as the same founder.
     *
     * @param drawn supplies the bits if none are stored yet
     * @return the stored bits
     */
    public Bytes incarnation(Supplier<Bytes> drawn) throws StoreException {
        byte[] key = Keys.only(Keys.INCARNATION);
        byte[] found = get(key);
        if (found != null) {
            return Bytes.owning(found);
        }
        Bytes bytes = drawn.get();
        put(key, ChecksummedValues.seal(key, bytes.shared()));
        return bytes;
    }

    /** Stores the name of the member's cluster. */
    public void name(String clusterName) throws StoreException {
        byte[] key = Keys.only(Keys.NAME);
        put(key, ChecksummedValues.seal(key, clusterName.getBytes(StandardCharsets.UTF_8)));
    }

    /** The name of the member's cluster; empty if it was never stored. */
    public Optional<String> clusterName() throws StoreException {
        byte[] found = get(Keys.only(Keys.NAME));
        return Optional.ofNullable(found).map(name -> new String(name, StandardCharsets.UTF_8));
    }

    /** Stores the identity of the member with its run, if it has one, and the members that it knows. */
    public void identify(Welcome identity) throws StoreException {
        know(all(identity));
        Run run = identity.self().run();
        if (run.isDurable()) {
            byte[] runKey = Keys.only(Keys.RUN);
            batch().put(runKey, StoredRuns.encode(runKey, run));
        }
        byte[] key = Keys.only(Keys.IDENTITY);
        put(key, new RecordCodec(0).encode(key, new Membership(identity)));
    }

    private byte[] get(byte[] key) throws StoreException {
        try {
            byte[] value = storage.get(key);
            return value == null ? null : ChecksummedValues.bytes(ChecksummedValues.open(key, value));
        } catch (IOException e) {
            throw new StoreException("cannot read the store in " + storage, e);
        }
    }

    private void put(byte[] key, byte[] value) throws StoreException {
        batch().put(key, value);
        commit();
    }

    /** The recovery that has begun and not ended, if there is one. */
    public Optional<RecoveryMark> recovery() throws StoreException {
        byte[] found = get(Keys.only(Keys.RECOVERY));
        return found == null ? Optional.empty() : Optional.of(RecoveryMark.decode(ByteBuffer.wrap(found)));
    }

    /** A recovery begins: no member starts from this store before it has {@linkplain #endRecovery ended}. */
    public void beginRecovery(RecoveryMark mark) throws StoreException {
        byte[] key = Keys.only(Keys.RECOVERY);
        put(key, ChecksummedValues.seal(key, mark.encode()));
    }

    /** The recovery has ended. */
    public void endRecovery() throws StoreException {
        batch().delete(Keys.only(Keys.RECOVERY));
        commit();
    }

    /** The run of the member's last process: its number, and where the member is; {@link Run#NONE} if there was none. */
    public Run run() throws StoreException {
        byte[] found = get(Keys.only(Keys.RUN));
        return found == null ? Run.NONE : StoredRuns.decode(ByteBuffer.wrap(found));
    }

    /** Stores the run of the member's process. */
    public void run(Run run) throws StoreException {
        byte[] key = Keys.only(Keys.RUN);
        put(key, StoredRuns.encode(key, run));
    }

    /** The runs that this member has confirmed for others. */
    public Map<Integer, Run> confirmedRuns() throws StoreException {
        try {
            return StoredRuns.confirmed(storage);
        } catch (IOException e) {
            throw new StoreException("cannot read the store in " + storage, e);
        }
    }

    /** Stores runs that this member confirms for others. */
    public void confirm(Map<Integer, Run> runs) throws StoreException {
        Storage.Batch batch = batch();
        runs.forEach((member, run) -> {
            byte[] key = StoredRuns.key(member);
            batch.put(key, StoredRuns.encode(key, run));
        });
        commit();
    }

    /** Who takes part instead of the member of this store, which is a copy; empty if none is known. */
    public Optional<String> copyNote() throws StoreException {
        return Optional.ofNullable(get(Keys.only(Keys.COPY_NOTE)))
                .map(text -> new String(text, StandardCharsets.UTF_8));
    }

    /** Notes that this store is a copy, so that no member starts from it again. */
    public void noteCopy(String text) throws StoreException {
        byte[] key = Keys.only(Keys.COPY_NOTE);
        put(key, ChecksummedValues.seal(key, text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Reads everything that a member starts from.
     *
     * @return nothing if the store is new
     * @throws StoreException if something is damaged, the member has left its cluster, or a recovery has not ended; names store and
     *     place
     */
    public Optional<Stored> load() throws StoreException {
        Optional<RecoveryMark> begun = recovery();
        if (begun.isPresent()) {
            throw new StoreException("the recovery of the store in " + storage
                    + " was interrupted: repeat it with the directories of members "
                    + begun.get().members());
        }
        return loadAnyway();
    }

    /** Reads everything, also if a recovery has begun. */
    public Optional<Stored> loadAnyway() throws StoreException {
        Optional<Stored> stored;
        try {
            stored = read();
        } catch (IOException e) {
            throw new StoreException("cannot read the store in " + storage, e);
        }
        if (written != null && written.data().status() == Status.LEFT) {
            throw new StoreException("the member of the store in " + storage
                    + " has left its cluster; without the directory it can join as another one");
        }
        return stored;
    }

    /** Nothing is skipped: a damaged key may look like one that does not matter. */
    private Optional<Stored> read() throws IOException {
        Optional<Welcome> identity = readIdentity();
        Loader loader = null;
        places.clear();
        if (identity.isPresent()) {
            Copies copies = identity.get().maps().copies(identity.get().partitions());
            int partitions = all(identity.get());
            know(partitions);
            readPlaces();
            loader = new Loader(identity.get().self().number(), partitions, copies, places);
        }
        Set<Keys.Copy> left = new HashSet<>();
        boolean any = false;
        try (Storage.Cursor all = storage.scan(new byte[0])) {
            for (; all.isValid(); all.next()) {
                byte[] key = all.key();
                ByteBuffer content = ChecksummedValues.open(key, all.value());
                any |= !Keys.isOfIdentity(key);
                Keys.Copy copy = Keys.isOfCopy(key) ? Keys.copy(key) : null;
                if (copy != null && !copy.equals(places.of(copy.partition()))) {
                    left.add(copy);
                } else if (loader != null) {
                    loader.take(key, content);
                }
            }
        }
        if (any && loader == null) {
            throw StoreException.damaged("it does not say which member it belongs to");
        }
        remove(left);
        written = any ? loader.image() : null;
        return identity.map(it -> new Stored(it, Optional.ofNullable(written)));
    }

    private Optional<Welcome> readIdentity() throws IOException {
        byte[] key = Keys.only(Keys.IDENTITY);
        byte[] found = storage.get(key);
        return found == null
                ? Optional.empty()
                : Optional.of(new RecordCodec(0)
                        .decode(key, ChecksummedValues.open(key, found), Membership.class)
                        .identity());
    }

    private void know(int partitions) {
        if (codec.partitions() != partitions) {
            codec = new RecordCodec(partitions);
        }
    }

    /** The number of partitions of all ranges. */
    private static int all(Welcome identity) {
        return identity.maps().copies(identity.partitions()).ranges() * identity.partitions();
    }

    private void readPlaces() throws IOException {
        try (Storage.Cursor all = storage.scan(Keys.only(Keys.PLACE))) {
            for (; all.isValid() && all.key()[0] == Keys.PLACE; all.next()) {
                byte[] key = all.key();
                places.set(Keys.partition(key), CopyPlaces.decode(ChecksummedValues.open(key, all.value())));
            }
        }
    }

    /** Removes copies that have arrived and were never in use. If the removal is lost, the next start repeats it. */
    private void remove(Set<Keys.Copy> left) throws IOException {
        if (!left.isEmpty()) {
            try (Storage.Batch batch = storage.batch()) {
                left.forEach(copy -> remove(copy, batch));
                storage.write(batch);
            }
        }
    }

    private static void remove(Keys.Copy copy, Storage.Batch batch) {
        batch.deleteRange(copy.all(), Keys.behind(copy.all()));
    }

    /** Makes an image durable: writes what is different from the last one. */
    public void write(Image image) throws StoreException {
        int clusterVersion = image.control().voting().clusterVersion();
        nextFormat = Format.next(nextFormat, clusterVersion);
        Storage.Batch batch = batch();
        know(image.control().partitions());
        DifferenceWriter changes = new DifferenceWriter(codec, batch, places);
        changes.write(written, image);
        written = image;
        loaded.addAndGet(changes.moved());
        places.useless().forEach(copy -> remove(copy, batch));
        commit();
    }

    private Storage.Batch batch() {
        if (pending == null) {
            pending = storage.batch();
        }
        if (format < nextFormat) {
            Format.write(pending, nextFormat);
        }
        return pending;
    }

    private void commit() throws StoreException {
        try {
            storage.write(pending);
            storage.sync();
        } catch (IOException e) {
            throw new StoreException("cannot write to the store in " + storage, e);
        }
        bytesWritten += pending.size();
        format = nextFormat;
        pending.close();
        pending = null;
    }

    /**
     * Writes a copy of a partition into a file of its own, without the writes that only the log needs. Any thread may call.
     *
     * @throws StoreException if that cannot be written
     */
    public Storage.CopyFile export(int partition, Log log) throws StoreException {
        return files.write(partition, log.keeping(1), codec);
    }

    /** An empty file for a copy that comes from another store. Any thread may call. */
    public Storage.ArrivingFile newArrival() throws StoreException {
        try {
            return storage.newArrival();
        } catch (IOException e) {
            throw new StoreException("cannot take a file beside the store in " + storage, e);
        }
    }

    /**
     * Takes a copy of a partition that another store has {@linkplain #export exported}, as a file. The copy is in use
     * only when an image is {@linkplain #write written} that continues this very log. A log that is not written has to
     * be {@linkplain #dismiss dismissed}. Any thread may call.
     *
     * @param file from {@link #newArrival}; gone afterwards in any case
     * @return what it holds, every part of it checked
     * @throws StoreException if it is damaged, holds something else, or cannot be taken
     */
    public Log take(int partition, Storage.ArrivingFile file) throws StoreException {
        try {
            CopyPlaces.Arrival arrival = files.read(partition, file, codec);
            ingest(arrival.copy(), file);
            places.arrived(arrival);
            return arrival.log();
        } finally {
            file.discard();
        }
    }

    private void ingest(Keys.Copy copy, Storage.ArrivingFile file) throws StoreException {
        try {
            try (Storage.Cursor there = storage.scan(copy.all())) {
                if (there.isValid()
                        && Keys.isOfCopy(there.key())
                        && Keys.copy(there.key()).equals(copy)) {
                    throw new StoreException("it holds that copy already");
                }
            }
            file.ingest();
        } catch (IOException e) {
            throw new StoreException("cannot take " + file + " into the store in " + storage, e);
        }
    }

    /** Gives up a log that was taken: it is not used. The next write removes the copy. Any thread may call. */
    public void dismiss(int partition, Log log) {
        CopyPlaces.Arrival arrival = places.arrival(partition);
        if (arrival != null && isSame(arrival.log(), log)) {
            places.dismiss(arrival);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very log that was handed out, not one that looks like it
    private static boolean isSame(Log one, Log other) {
        return one == other;
    }

    /**
     * The number of copies that arrived as files and were taken into use, since the store was created. Any thread may
     * call.
     */
    public long loaded() {
        return loaded.get();
    }

    /** The number of copies of a partition, including those that are not in use. */
    int copies(int partition) throws IOException {
        Set<Keys.Copy> found = new HashSet<>();
        try (Storage.Cursor all = storage.scan(Keys.of(Keys.COPY, partition))) {
            for (; all.isValid() && Keys.isOfCopy(all.key()); all.next()) {
                found.add(Keys.copy(all.key()));
            }
        }
        return (int)
                found.stream().filter(copy -> copy.partition() == partition).count();
    }

    /** The number of bytes of all images since the store was created, as given to the storage. */
    long bytesWritten() {
        return bytesWritten;
    }

    @Override
    public void close() {
        if (pending != null) {
            pending.close();
            pending = null;
        }
        storage.close();
    }

    @Override
    public String toString() {
        return "store in " + storage;
    }
}
