package io.godwit.storage;

import io.godwit.protocol.Copies;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
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
    private RocksDB db;
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
    }

    /**
     * Opens the store in a directory, which is made if it is not there.
     *
     * @throws IOException if it cannot be had, is damaged, or is open in another process
     */
    @SuppressWarnings("resource") // closed with the store
    public static MemberStore open(Path directory) throws IOException {
        Files.createDirectories(directory);
        refuseHeadless(directory);
        Options options = new Options()
                .setCreateIfMissing(true)
                // Space that is taken beforehand looks used, and a member looks at what is free.
                .setAllowFAllocate(false)
                .setParanoidChecks(true)
                .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords);
        try {
            return new MemberStore(directory, options, RocksDB.open(options, directory.toString()));
        } catch (RocksDBException e) {
            options.close();
            throw new StoreException("cannot open the store in " + directory + EngineLog.place(directory, e), e);
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
        db.close();
        try {
            db = RocksDB.open(options, directory.toString());
        } catch (RocksDBException e) {
            throw new StoreException("cannot open the store in " + directory, e);
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
                ByteBuffer sealed = ByteBuffer.allocate(Integer.BYTES + bytes.length())
                        .putInt(0)
                        .put(bytes.shared());
                db.put(durable, key, Values.seal(sealed.array()));
                return bytes;
            }
            ByteBuffer kept = Values.open(key, found);
            byte[] bytes = new byte[kept.remaining()];
            kept.get(bytes);
            return Bytes.owning(bytes);
        } catch (RocksDBException e) {
            throw new StoreException("cannot use the store in " + directory, e);
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
        Loader loader = new Loader(identity.self().number(), copies.ranges() * identity.partitions(), copies);
        boolean any = false;
        try (RocksIterator all = db.newIterator()) {
            for (all.seekToFirst(); all.isValid(); all.next()) {
                any |= all.key()[0] != Keys.IDENTITY && all.key()[0] != Keys.INCARNATION;
                loader.take(all.key(), all.value());
            }
            all.status();
        }
        if (!any) {
            return Optional.of(new Stored(identity, Optional.empty()));
        }
        written = loader.image();
        return Optional.of(new Stored(identity, Optional.of(written)));
    }

    /** Makes durable who the member is, and whom it knows. */
    public void identify(Welcome identity) throws StoreException {
        try {
            db.put(durable, Keys.only(Keys.IDENTITY), new Values(0).encode(identity));
        } catch (RocksDBException e) {
            throw new StoreException("cannot write to the store in " + directory, e);
        }
    }

    /** Makes an image durable: what is different from the last one. */
    public void write(Image image) throws StoreException {
        Values values = new Values(image.control().partitions());
        try (WriteBatch batch = new WriteBatch()) {
            new Changes(values, batch).write(written, image);
            db.write(durable, batch);
            bytesWritten += batch.getDataSize();
            written = image;
        } catch (RocksDBException e) {
            throw new StoreException("cannot write to the store in " + directory, e);
        }
    }

    /** How many bytes images have come to since the store was opened, before the engine did anything with them. */
    long bytesWritten() {
        return bytesWritten;
    }

    @Override
    public void close() {
        db.close();
        durable.close();
        options.close();
    }

    @Override
    public String toString() {
        return "store in " + directory;
    }
}
