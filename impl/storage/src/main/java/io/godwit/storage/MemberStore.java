package io.godwit.storage;

import io.godwit.protocol.Copies;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A member's store. What was written has reached the disk when {@link #write} returns, whole or not at all. A record at the end of
 * the engine's own log that was not written whole counts as not written, for nobody was told of it; anything else that is damaged
 * is an error, and the store cannot be opened or loaded.
 */
public final class MemberStore implements AutoCloseable {
    private final Options options;
    private final WriteOptions durable = new WriteOptions().setSync(true);
    private final Path directory;
    private final CopyFiles files;
    private final Places places = new Places();
    /** Whoever changes what counts; a copy that does not count is not removed meanwhile. */
    private final Object writing = new Object();
    /** Whoever uses the engine beside the one that writes reads; whoever closes it writes. */
    private final ReadWriteLock use = new ReentrantReadWriteLock();

    private final LongAdder loaded = new LongAdder();
    /** Can nothing be done with the engine? */
    private boolean closed;
    /** Has a write failed, so that nobody knows whether it was done? */
    private boolean unsure;

    private RocksDB db;
    private volatile int partitions;
    private Image written;
    private long bytesWritten;

    /**
     * What a store says of a member.
     *
     * @param identity the member, its cluster and whom it knew
     * @param image what it starts from; absent if it had written nothing yet
     */
    public record Stored(Welcome identity, Optional<Image> image) {}

    private MemberStore(Path directory, Options options, RocksDB db) {
        this.directory = directory;
        this.options = options;
        this.db = db;
        this.files = new CopyFiles(directory.resolve("transfer"), options);
    }

    /**
     * Opens the store in a directory, which is made if it is not there.
     *
     * @throws IOException if it cannot be had, is damaged, or is open in another process
     */
    @SuppressWarnings("resource") // closed with the store
    public static MemberStore open(Path directory) throws IOException {
        make(directory);
        refuseHeadless(directory);
        Options options = new Options()
                .setCreateIfMissing(true)
                // Space that is taken beforehand looks used, and a member looks at what is free.
                .setAllowFAllocate(false)
                .setParanoidChecks(true)
                .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords);
        try {
            MemberStore store = new MemberStore(directory, options, RocksDB.open(options, directory.toString()));
            try {
                store.files.clear();
            } catch (IOException e) {
                store.close();
                throw e;
            }
            return store;
        } catch (RocksDBException e) {
            options.close();
            if (e.getMessage() != null && e.getMessage().contains("LOCK: ")) {
                throw new StoreException("the store in " + directory + " is in use already", e);
            }
            throw new StoreException("cannot open the store in " + directory + EngineLog.place(directory, e), e);
        }
    }

    private static void make(Path directory) throws StoreException {
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new StoreException("cannot keep anything in " + directory + ": " + e.getFile() + " is no directory");
        } catch (IOException e) {
            throw new StoreException("cannot keep anything in " + directory + ": the directory cannot be made ("
                    + e.getClass().getSimpleName() + ")");
        }
    }

    /** The engine would begin anew where the file is gone that says which files are in force, and what was kept would be lost. */
    private static void refuseHeadless(Path directory) throws IOException {
        if (Files.exists(directory.resolve("CURRENT"))) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.anyMatch(file -> file.getFileName().toString().startsWith("MANIFEST-"))) {
                throw StoreException.damaged("cannot open the store in " + directory
                        + ": its file CURRENT is missing, but others are there");
            }
        }
    }

    /**
     * Closes the store and opens it again: the engine takes nothing more after some errors, even if their cause is gone.
     *
     * @throws StoreException if the cause is not gone; the store can be used for nothing but another attempt then
     */
    public void reopen() throws StoreException {
        use.writeLock().lock();
        try {
            closed = true;
            db.close();
            db = RocksDB.open(options, directory.toString());
            closed = false;
        } catch (RocksDBException e) {
            throw new StoreException("cannot open the store in " + directory, e);
        } finally {
            use.writeLock().unlock();
        }
    }

    /**
     * The bits that stand for the member before it belongs to a cluster, so that a founder that dies before it has heard of the
     * founding comes back as the one that the others have founded with.
     *
     * @param drawn what to keep if there is nothing yet
     * @return what the store keeps
     */
    public Bytes incarnation(Supplier<Bytes> drawn) throws StoreException {
        try {
            byte[] key = Keys.only(Keys.INCARNATION);
            byte[] found = db.get(key);
            if (found == null) {
                Bytes bytes = drawn.get();
                db.put(durable, key, sealed(bytes.shared()));
                return bytes;
            }
            return Bytes.owning(opened(key, found));
        } catch (RocksDBException e) {
            throw new StoreException("cannot use the store in " + directory, e);
        }
    }

    private static byte[] sealed(byte[] bytes) {
        return Values.seal(ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(0)
                .put(bytes)
                .array());
    }

    private static byte[] opened(byte[] key, byte[] sealed) throws StoreException {
        ByteBuffer kept = Values.open(key, sealed);
        byte[] bytes = new byte[kept.remaining()];
        kept.get(bytes);
        return bytes;
    }

    /** Makes durable what the member's cluster is called. */
    public void name(String clusterName) throws StoreException {
        try {
            db.put(durable, Keys.only(Keys.NAME), sealed(clusterName.getBytes(StandardCharsets.UTF_8)));
        } catch (RocksDBException e) {
            throw new StoreException("cannot write to the store in " + directory, e);
        }
    }

    /** What the member's cluster is called; nothing if that was never written down. */
    public Optional<String> clusterName() throws StoreException {
        try {
            byte[] key = Keys.only(Keys.NAME);
            byte[] found = db.get(key);
            return found == null
                    ? Optional.empty()
                    : Optional.of(new String(opened(key, found), StandardCharsets.UTF_8));
        } catch (RocksDBException e) {
            throw new StoreException("cannot read the store in " + directory, e);
        }
    }

    /**
     * Reads everything.
     *
     * @return nothing if the store is new
     * @throws StoreException if something is damaged, or the member has left its cluster; names directory and place
     */
    public Optional<Stored> load() throws StoreException {
        Optional<Stored> stored;
        try {
            stored = read();
        } catch (RocksDBException e) {
            throw new StoreException("cannot read the store in " + directory, e);
        } catch (StoreException e) {
            throw e.in(directory);
        }
        if (written != null && written.data().status() == Status.LEFT) {
            throw new StoreException("the member of the store in " + directory
                    + " has left its cluster; without the directory it can join as another one");
        }
        return stored;
    }

    private Optional<Stored> read() throws RocksDBException, StoreException {
        byte[] key = Keys.only(Keys.IDENTITY);
        byte[] found = db.get(key);
        if (found == null) {
            return Optional.empty();
        }
        Welcome identity = new Values(0).frame(key, found, Welcome.class);
        Copies copies = identity.maps().copies(identity.partitions());
        partitions = all(identity);
        readPlaces();
        Loader loader = new Loader(identity.self().number(), partitions, copies, places);
        Set<Keys.Copy> left = new HashSet<>();
        boolean any = false;
        try (RocksIterator all = db.newIterator()) {
            all.seekToFirst();
            while (all.isValid()) {
                byte[] at = all.key();
                any |= !Keys.isOfIdentity(at[0]);
                Keys.Copy copy = at[0] == Keys.COPY ? Keys.copy(at) : null;
                if (copy != null && !copy.equals(places.of(copy.partition()))) {
                    left.add(copy);
                    all.seek(Keys.behind(copy.all()));
                } else {
                    loader.take(at, all.value());
                    all.next();
                }
            }
            all.status();
        }
        for (Keys.Copy copy : left) {
            remove(copy);
        }
        if (!any) {
            return Optional.of(new Stored(identity, Optional.empty()));
        }
        written = loader.image();
        return Optional.of(new Stored(identity, Optional.of(written)));
    }

    /** How many partitions there are in all ranges. */
    private static int all(Welcome identity) {
        return identity.maps().copies(identity.partitions()).ranges() * identity.partitions();
    }

    private void readPlaces() throws RocksDBException, StoreException {
        try (RocksIterator all = db.newIterator()) {
            for (all.seek(Keys.only(Keys.PLACE)); all.isValid() && all.key()[0] == Keys.PLACE; all.next()) {
                places.set(Keys.partition(all.key()), Places.decode(all.key(), all.value()));
            }
            all.status();
        }
    }

    /** Removes all of a copy. */
    private void remove(Keys.Copy copy) throws RocksDBException {
        db.deleteRange(copy.all(), Keys.behind(copy.all()));
    }

    /** Makes durable who the member is, and whom it knows. */
    public void identify(Welcome identity) throws StoreException {
        partitions = all(identity);
        try {
            db.put(durable, Keys.only(Keys.IDENTITY), new Values(0).encode(identity));
        } catch (RocksDBException e) {
            throw new StoreException("cannot write to the store in " + directory, e);
        }
    }

    /** Makes an image durable: what is different from the last one. */
    public void write(Image image) throws StoreException {
        Values values = new Values(image.control().partitions());
        synchronized (writing) {
            try (WriteBatch batch = new WriteBatch()) {
                Changes changes = new Changes(values, batch, places);
                changes.write(written, image);
                unsure = true;
                db.write(durable, batch);
                unsure = false;
                bytesWritten += batch.getDataSize();
                written = image;
                changes.moved().forEach(places::move);
                loaded.add(changes.moved().size());
            } catch (RocksDBException e) {
                throw new StoreException("cannot write to the store in " + directory, e);
            }
        }
    }

    /**
     * Writes a copy of a partition into a file of its own, without the writes that only the log needs. Any thread may.
     *
     * @throws StoreException if that cannot be written
     */
    public Path export(int partition, Log log) throws StoreException {
        use.readLock().lock();
        try {
            requireOpen();
            return files.write(partition, log.keeping(1), new Values(partitions));
        } finally {
            use.readLock().unlock();
        }
    }

    private void requireOpen() throws StoreException {
        if (closed) {
            throw new StoreException("the store in " + directory + " is closed");
        }
    }

    /** Where a file is to lie that comes from another store. */
    public Path newFile() {
        return files.next("in");
    }

    /**
     * Takes a copy of a partition that another store has {@linkplain #export exported}, as a file. It does not count before an image
     * is {@linkplain #write written} that goes on from that very log; whoever does not come to that {@linkplain #dismiss dismisses} it.
     * Any thread may.
     *
     * @param file from {@link #newFile}; gone afterwards in any case
     * @return what it holds, every part of it checked
     * @throws StoreException if it is damaged, holds something else, or cannot be taken
     */
    public Log take(int partition, Path file) throws StoreException {
        use.readLock().lock();
        try {
            requireOpen();
            Places.Arrival arrival = files.read(partition, file, new Values(partitions));
            ingest(arrival.copy(), file);
            dismiss(places.arrived(arrival));
            return arrival.log();
        } finally {
            use.readLock().unlock();
            files.delete(file);
        }
    }

    private void ingest(Keys.Copy copy, Path file) throws StoreException {
        try (IngestExternalFileOptions moving = new IngestExternalFileOptions().setMoveFiles(true);
                RocksIterator there = db.newIterator()) {
            there.seek(copy.all());
            if (there.isValid()
                    && there.key()[0] == Keys.COPY
                    && Keys.copy(there.key()).equals(copy)) {
                throw new StoreException("the store in " + directory + " holds that copy already");
            }
            db.ingestExternalFile(List.of(file.toString()), moving);
        } catch (RocksDBException e) {
            throw new StoreException("cannot take a file into the store in " + directory, e);
        }
    }

    /** A log that was taken is not used. Any thread may say so; may take as long as a write. */
    public void dismiss(int partition, Log log) throws StoreException {
        Places.Arrival arrival = places.arrival(partition);
        if (arrival != null && isSame(arrival.log(), log)) {
            dismiss(arrival);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very log that was handed out, not one that looks like it
    private static boolean isSame(Log one, Log other) {
        return one == other;
    }

    private void dismiss(Places.Arrival arrival) throws StoreException {
        if (arrival == null) {
            return;
        }
        use.readLock().lock();
        try {
            synchronized (writing) {
                boolean counts = places.of(arrival.copy().partition()).equals(arrival.copy());
                places.forget(arrival);
                // What a write that has failed may have declared to count stays until the next start.
                if (!counts && !closed && !unsure) {
                    remove(arrival.copy());
                }
            }
        } catch (RocksDBException e) {
            throw new StoreException("cannot write to the store in " + directory, e);
        } finally {
            use.readLock().unlock();
        }
    }

    /** How many copies came as files and count, since the store was opened. Any thread may ask. */
    public long loaded() {
        return loaded.sum();
    }

    /** How many copies of a partition there are, those included that do not count. */
    int copies(int partition) {
        Set<Keys.Copy> found = new HashSet<>();
        try (RocksIterator all = db.newIterator()) {
            for (all.seek(Keys.of(Keys.COPY, partition)); all.isValid() && Keys.isOfCopy(all.key()); all.next()) {
                found.add(Keys.copy(all.key()));
            }
        }
        return (int)
                found.stream().filter(copy -> copy.partition() == partition).count();
    }

    /** How many bytes images have come to since the store was opened, before the engine did anything with them. */
    long bytesWritten() {
        return bytesWritten;
    }

    @Override
    public void close() {
        use.writeLock().lock();
        try {
            closed = true;
            db.close();
            durable.close();
            options.close();
        } finally {
            use.writeLock().unlock();
        }
    }

    @Override
    public String toString() {
        return "store in " + directory;
    }
}
