package io.godwit.storage.rocksdb;

import io.godwit.environment.DamageException;
import io.godwit.environment.Storage;
import io.godwit.storage.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Stream;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.FlushJobInfo;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteOptions;

/**
 * A storage in a directory, kept by RocksDB. A record at the end of RocksDB's log that was not written whole counts as not
 * written, because it was not synced; anything else that is damaged is an error, and so is a log or a list of files that ends before what
 * was synced, as far as the {@link SyncedMark} says.
 */
public final class RocksStorage implements Storage {
    private final Path directory;
    private final Options options;
    private final FileStore disk;
    private final CopyTables tables;
    private final SyncedMark mark;
    private final FlushListener flushes;
    private final WriteOptions unsynced = new WriteOptions();
    /** Users of the database hold the read lock while they use it; closing takes the write lock. */
    private final ReadWriteLock use = new ReentrantReadWriteLock();

    private RocksDB db;
    private boolean closed;
    /** Whether a write or sync has failed, so that nothing may be written before the database was opened again. */
    private volatile boolean failed;

    /** Of RocksDB's files, as the mark knows them; for the thread that syncs. */
    private long notedVersion;

    private RocksStorage(Path directory, Options options, RocksDB db, SyncedMark mark, FlushListener flushes)
            throws IOException {
        this.directory = directory;
        this.options = options;
        this.db = db;
        this.disk = Files.getFileStore(directory);
        this.mark = mark;
        this.flushes = flushes;
        this.tables = new CopyTables(directory.resolve("transfer"), options, this);
    }

    /**
     * Opens the storage in a directory, which is created if it does not exist.
     *
     * @throws StoreException if it cannot be opened, is damaged, or is open in another process
     */
    public static RocksStorage open(Path directory) throws IOException {
        create(directory);
        refuseHeadless(directory);
        SyncedMark mark = SyncedMark.open(directory);
        // Before the listener: it loads RocksDB's library.
        Options options = new Options()
                .setCreateIfMissing(true)
                // Space that is allocated in advance looks used, and a member looks at what is free.
                .setAllowFAllocate(false)
                .setParanoidChecks(true)
                .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords);
        FlushListener flushes = new FlushListener(mark);
        options.setListeners(List.of(flushes));
        RocksDB db = null;
        try {
            db = open(options, directory);
            note(mark, db);
            return new RocksStorage(directory, options, db, mark, flushes);
        } catch (RocksDBException e) {
            release(db, options, flushes, mark);
            if (e.getMessage() != null && e.getMessage().contains("LOCK: ")) {
                throw new StoreException("the store in " + directory + " is in use already", failure(e));
            }
            throw new StoreException(
                    "cannot open the store in " + directory + EngineLog.place(directory, e), failure(e));
        } catch (IOException e) {
            release(db, options, flushes, mark);
            throw e;
        }
    }

    private static void release(RocksDB db, Options options, FlushListener flushes, SyncedMark mark) {
        if (db != null) {
            db.close();
        }
        options.close();
        flushes.close();
        mark.close();
    }

    private static RocksDB open(Options options, Path directory) throws RocksDBException, IOException {
        long synced = SyncedMark.read(directory).number();
        RocksDB db = RocksDB.open(options, directory.toString());
        long last = db.getLatestSequenceNumber();
        if (last < synced) {
            db.close();
            throw StoreException.damaged("cannot open the store in " + directory + ": its log ends with write " + last
                    + ", but write " + synced + " was synced");
        }
        return db;
    }

    private static void create(Path directory) throws StoreException {
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new StoreException("cannot keep anything in " + directory + ": " + e.getFile() + " is no directory");
        } catch (IOException e) {
            throw new StoreException("cannot keep anything in " + directory + ": the directory cannot be made ("
                    + e.getClass().getSimpleName() + ")");
        }
    }

    /**
     * Without the file that names the files in force, RocksDB would begin with an empty database beside the old files. If it names
     * one that does not exist, RocksDB reports a missing file, which alone would not be damage.
     */
    private static void refuseHeadless(Path directory) throws IOException {
        Path head = directory.resolve("CURRENT");
        if (Files.exists(head)) {
            String named = Files.readString(head, StandardCharsets.ISO_8859_1).strip();
            if (!named.matches("MANIFEST-\\d+") || !Files.exists(directory.resolve(named))) {
                throw StoreException.damaged("cannot open the store in " + directory
                        + ": its file CURRENT does not name a MANIFEST that is there");
            }
            SyncedMark.check(directory, named);
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.anyMatch(file -> file.getFileName().toString().startsWith("MANIFEST-"))) {
                throw StoreException.damaged("cannot open the store in " + directory
                        + ": its file CURRENT is missing, but others are there");
            }
        }
    }

    static IOException failure(RocksDBException e) {
        boolean damage = e.getStatus() != null && e.getStatus().getCode() == Status.Code.Corruption;
        return damage ? new DamageException(e.getMessage(), e) : new IOException(e.getMessage(), e);
    }

    /** Something that is done with the database, or natively beside it. */
    interface DatabaseCall<T> {
        T run() throws RocksDBException, IOException;
    }

    /** Does something while the database stays open. */
    <T> T using(DatabaseCall<T> work) throws IOException {
        Lock lock = lock();
        try {
            return work.run();
        } catch (RocksDBException e) {
            throw failure(e);
        } finally {
            lock.unlock();
        }
    }

    /** The lock that keeps the database open, taken. */
    Lock lock() throws IOException {
        Lock lock = use.readLock();
        lock.lock();
        if (closed) {
            lock.unlock();
            throw new IOException("it is closed");
        }
        return lock;
    }

    @Override
    public byte[] get(byte[] key) throws IOException {
        return using(() -> db.get(key));
    }

    @Override
    public Cursor scan(byte[] from) throws IOException {
        Lock lock = lock();
        RocksIterator all = db.newIterator();
        all.seek(from);
        return new RocksCursor(all, all::key, all::value, () -> {
            all.close();
            lock.unlock();
        });
    }

    @Override
    public Batch batch() {
        return new RocksBatch();
    }

    @Override
    public void write(Batch batch) throws IOException {
        writing(() -> db.write(unsynced, ((RocksBatch) batch).changes()));
    }

    @Override
    public void sync() throws IOException {
        writing(() -> {
            long last = db.getLatestSequenceNumber();
            db.syncWal();
            mark.write(last);
            long version = db.getLongProperty("rocksdb.current-super-version-number");
            if (version != notedVersion) {
                note(mark, db);
                notedVersion = version;
            }
        });
    }

    /** Notes which files are in force. */
    private static void note(SyncedMark mark, RocksDB db) throws RocksDBException {
        mark.noteFiles(db.getLongProperty("rocksdb.min-log-number-to-keep"));
    }

    /** After a flush a log is removed whose writes a shortened list of files would not have. RocksDB's threads call. */
    private static final class FlushListener extends AbstractEventListener {
        private final SyncedMark mark;

        FlushListener(SyncedMark mark) {
            super(EnabledEventCallback.ON_FLUSH_COMPLETED);
            this.mark = mark;
        }

        @Override
        public void onFlushCompleted(RocksDB db, FlushJobInfo job) {
            try {
                note(mark, db);
            } catch (RocksDBException e) {
                mark.forgetFiles();
            }
        }
    }

    /** A change of the database. */
    private interface Change {
        void make() throws RocksDBException;
    }

    private void writing(Change change) throws IOException {
        if (failed) {
            throw new IOException("an earlier write has failed");
        }
        using(() -> {
            failed = true;
            change.make();
            failed = false;
            return null;
        });
    }

    /** Takes a file into the database, which removes the file. */
    void ingest(Path file) throws IOException {
        using(() -> {
            try (IngestExternalFileOptions moving = new IngestExternalFileOptions().setMoveFiles(true)) {
                db.ingestExternalFile(List.of(file.toString()), moving);
                return null;
            }
        });
    }

    @Override
    public void reopen() throws IOException {
        use.writeLock().lock();
        try {
            closed = true;
            db.close();
            db = open(options, directory);
            note(mark, db);
            notedVersion = 0;
            closed = false;
            failed = false;
        } catch (RocksDBException e) {
            throw failure(e);
        } finally {
            use.writeLock().unlock();
        }
    }

    @Override
    public long free() throws IOException {
        return disk.getUsableSpace();
    }

    @Override
    public CopyWriter newCopy() throws IOException {
        return tables.newCopy();
    }

    @Override
    public ArrivingFile newArrival() {
        return tables.newArrival();
    }

    @Override
    public void close() {
        use.writeLock().lock();
        try {
            closed = true;
            unsynced.close();
            release(db, options, flushes, mark);
        } finally {
            use.writeLock().unlock();
        }
    }

    @Override
    public String toString() {
        return directory.toString();
    }
}
