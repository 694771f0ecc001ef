package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.Voting;
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
            assertEquals(0, Format.written(storage, ClusterVersion.NEWEST));
        }
        try (MemberStore store = Stores.open(directory)) {
            store.name("n");
        }
        try (Storage storage = RocksStorage.open(directory)) {
            assertEquals(Format.of(ClusterVersion.FIRST), Format.written(storage, ClusterVersion.NEWEST));
        }
        try (MemberStore store = Stores.open(directory)) {
            assertEquals("n", store.clusterName().orElseThrow());
        }
    }

    @Test
    void anotherFormatIsRefused() throws IOException {
        write(batch -> Format.write(batch, 5));
        StoreException refused = refused();
        assertEquals(
                "cannot use the store in " + directory
                        + ": it was written by format 5; this program reads formats 2 to 4: "
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
            assertEquals(2, Format.written(storage, ClusterVersion.NEWEST));
        }
        try (MemberStore store = Stores.open(directory)) {
            store.name("n");
        }
        try (Storage storage = RocksStorage.open(directory)) {
            assertEquals(Format.of(ClusterVersion.FIRST), Format.written(storage, ClusterVersion.NEWEST));
        }
    }

    @Test
    void formatFollowsTheClusterVersionAndIsWrittenOnce() throws IOException {
        Image first = image(ClusterVersion.FIRST);
        Image raised = image(ClusterVersion.RAISED);
        try (MemberStore store = Stores.open(directory)) {
            store.identify(LoneMember.IDENTITY);
            store.write(first);
        }
        assertEquals(3, format());
        try (MemberStore store =
                new MemberStore(RocksStorage.open(directory), new SystemClock(), ClusterVersion.FIRST)) {
            assertEquals(
                    first.control().voting(), LoneMember.load(store).control().voting());
            store.write(raised);
        }
        assertEquals(4, format());
        try (MemberStore store = Stores.open(directory)) {
            assertEquals(
                    raised.control().voting(), LoneMember.load(store).control().voting());
            store.name("n");
        }
        assertEquals(4, format());
        try (Storage storage = RocksStorage.open(directory)) {
            StoreException limited = assertThrows(
                    StoreException.class, () -> new MemberStore(storage, new SystemClock(), ClusterVersion.FIRST));
            assertTrue(
                    limited.getMessage()
                            .endsWith("it was written by format 4, because the cluster version has risen above 6; "
                                    + "the member is limited to that (max-version): start it without the limit"),
                    limited.getMessage());
        }
    }

    private static Image image(int clusterVersion) {
        QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1), LoneMember.PARTITIONS, 1, 1));
        Voting voting = state.control().voting();
        Voting other = new Voting(voting.version(), voting.voters(), voting.state(), clusterVersion);
        return new Image(state.control().withVoting(other), state.data(), MemberSet.of());
    }

    private int format() throws IOException {
        try (Storage storage = RocksStorage.open(directory)) {
            return Format.written(storage, ClusterVersion.NEWEST);
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
