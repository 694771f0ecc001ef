package io.godwit.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.environment.threads.SystemClock;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.storage.MemberStore.Stored;
import io.godwit.storage.recovery.RecoveredPartition;
import io.godwit.storage.recovery.RecoveredPartition.Choice;
import io.godwit.storage.recovery.Recovery;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.frame.ClusterId;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members 1 and 4 are left of 1, 2, 3 (the voters) and 4. */
class RecoveryTest {
    private static final int PARTITIONS = 4;
    private static final Bytes CLUSTER = Bytes.of(new byte[16]);
    private static final Version OLD = new Version(2, 3);
    private static final Version NEW = new Version(3, 4);
    private static final int TERM = 5 + Recovery.TERM_MARGIN;

    @TempDir
    private Path directory;

    private final List<MemberStore> open = new ArrayList<>();
    /** Syncs until all of them fail. */
    private int syncsLeft = Integer.MAX_VALUE;

    @BeforeEach
    void write() throws IOException {
        // Partition 0: 1 and 4 are in sync, 4 has heard of it. 1: nobody here is in sync, 4 has the newer copy. 2: no
        // copy.
        // 3: 1 is in sync by what it knows, but 4 knows better.
        Entry[] atOne = {
            entry(OLD, 2, 1, 2), entry(OLD, 2, 2), entry(OLD, 2, 2), entry(OLD, 1, 1, 2),
        };
        Entry[] atFour = {entry(NEW, 2, 1, 2, 4), entry(OLD, 2, 2), Entry.NONE, entry(NEW, 4, 2, 4)};
        store(1, 5, atOne, log(3, OLD), log(1, OLD), Log.EMPTY, log(5, OLD));
        store(4, 3, atFour, log(4, OLD), log(2, OLD), Log.EMPTY, log(6, NEW));
    }

    @AfterEach
    void close() {
        open.forEach(MemberStore::close);
    }

    private static Entry entry(Version version, int primary, int... inSync) {
        int[] backups = MemberSet.of(1, 2, 3, 4).without(primary).toArray();
        Configuration c = Configuration.of(primary, backups, MemberSet.of(inSync), Members.NONE, Members.NONE);
        return new Entry(version, Version.FIRST, c);
    }

    private static Log log(int writes, Version version) {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 1; i <= writes; i++) {
            Bytes key = Bytes.ofNumber(i);
            entries.add(new LogEntry(version, 9, i, new OnMap(Verb.PUT, Bytes.EMPTY, key, key, Bytes.EMPTY)));
        }
        return Log.of(entries);
    }

    private static Peer peer(int number) {
        return new Peer(
                number, Bytes.of(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) number}), "h", number);
    }

    private Path place(int member) {
        return directory.resolve("m" + member);
    }

    private void store(int self, int term, Entry[] accepted, Log... logs) throws IOException {
        try (MemberStore store = Stores.open(place(self))) {
            List<Peer> peers = List.of(peer(1), peer(2), peer(3), peer(4));
            store.identify(new Welcome(peer(self), CLUSTER, PARTITIONS, Maps.all(1), 1, peers, peers));
            PartitionVector<Entry> registers = PartitionVector.of(PARTITIONS, p -> accepted[p]);
            ControlState control =
                    ControlState.restored(self, term, registers, registers, Voting.first(MemberSet.of(1, 2, 3)));
            PartitionVector<Replica> replicas = PartitionVector.of(
                    PARTITIONS,
                    p -> logs[p].isEmpty()
                            ? Replica.NONE
                            : Replica.restored(
                                    self, new View(OLD, accepted[p].configuration()), logs[p], MemberSet.of()));
            store.write(new Image(control, new DataState(self, Status.UP, Copies.all(2), replicas), MemberSet.of(3)));
        }
    }

    private MemberStore opened(int member) throws IOException {
        Storage storage = RocksStorage.open(place(member));
        MemberStore store = new MemberStore(
                (Storage) Proxy.newProxyInstance(
                        Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                            if (method.getName().equals("sync") && syncsLeft-- <= 0) {
                                throw new IOException("no more");
                            }
                            try {
                                return method.invoke(storage, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }),
                new SystemClock());
        open.add(store);
        return store;
    }

    private Recovery recovery(int... members) throws IOException {
        close();
        open.clear();
        for (int member : members) {
            opened(member);
        }
        return Recovery.of(open, new SystemClock());
    }

    private Stored loaded(int member) throws IOException {
        close();
        open.clear();
        return opened(member).load().orElseThrow();
    }

    private static void assertRefused(String why, org.junit.jupiter.api.function.Executable attempt) {
        StoreException refusal = assertThrows(StoreException.class, attempt);
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }

    private void assertRecovered() throws IOException {
        Stored one = loaded(1);
        Stored four = loaded(4);
        assertEquals(one.identity().cluster(), four.identity().cluster());
        assertTrue(ClusterId.isRecoveryOf(one.identity().cluster(), CLUSTER));
        assertFalse(ClusterId.isRecoveryOf(CLUSTER, one.identity().cluster()));
        assertEquals(List.of(peer(1), peer(4)), four.identity().peers());
        for (Stored stored : List.of(one, four)) {
            ControlState control = stored.image().orElseThrow().control();
            assertEquals(TERM, control.term());
            assertEquals(new Voting(new Version(TERM, 2), MemberSet.of(1, 4)), control.voting());
            assertEquals(control.accepted(), control.committed());
            assertEquals("[4 1]", control.committed().get(0).configuration().toString());
            assertEquals("[4]", control.committed().get(1).configuration().toString());
            assertEquals("[1]", control.committed().get(2).configuration().toString());
            assertEquals("[4 1?]", control.committed().get(3).configuration().toString());
            assertEquals(new Version(TERM, 5), control.committed().get(3).version());
            assertEquals(NEW, control.committed().get(3).base());
        }
        assertEquals(3, one.image().orElseThrow().data().replica(0).log().length());
        assertEquals(6, four.image().orElseThrow().data().replica(3).log().length());
        assertTrue(four.image().orElseThrow().leaving().isEmpty());
    }

    @Test
    void newestOfThoseWhoAreLeftIsTaken() throws IOException {
        Recovery recovery = recovery(4, 1);
        assertEquals(
                List.of(Choice.IN_SYNC, Choice.NEWEST_COPY, Choice.EMPTY, Choice.IN_SYNC),
                recovery.partitions().stream().map(RecoveredPartition::choice).toList());
        assertEquals(2, recovery.partitions().get(1).copies().get(4).writes());
        assertEquals(MemberSet.of(1, 2, 3), recovery.knownVoters().voters());
        assertEquals(9, recovery.members().get(0).writes());
        assertEquals(CLUSTER, loaded(1).identity().cluster());
        recovery(1, 4).write();
        assertRecovered();
    }

    /** A member that was in sync has the newest log of them, which may have writes that nobody was answered for. */
    @Test
    void primaryIsInSyncAndHasTheLongestLog() throws IOException {
        assertEquals(
                4,
                RecoveredPartition.choose(
                                0,
                                MemberSet.of(1, 3, 4),
                                entry(NEW, 2, 1, 2, 4),
                                java.util.Map.of(
                                        1, RecoveredPartition.CopyLeft.of(log(3, OLD)),
                                        3, RecoveredPartition.CopyLeft.of(log(9, NEW)),
                                        4, RecoveredPartition.CopyLeft.of(log(4, OLD))))
                        .configuration()
                        .primary());
    }

    @Test
    void interruptedRecoveryIsRepeated() throws IOException {
        for (int syncs = 0; ; syncs++) {
            Recovery recovery = recovery(1, 4);
            boolean resumed = recovery.isResumed();
            syncsLeft = syncs;
            boolean complete = true;
            try {
                recovery.write();
            } catch (StoreException e) {
                complete = false;
            }
            syncsLeft = Integer.MAX_VALUE;
            assertEquals(syncs > 0, resumed);
            if (complete) {
                break;
            }
            // The first store is the first to be blocked, and to be free again.
            int blocked = syncs < 3 ? 1 : 4;
            assertRefused("was interrupted: repeat it with the directories of members {1, 4}", () -> loaded(blocked));
            assertRefused("name exactly those directories", () -> recovery(blocked));
            assertTrue(syncs < 20);
        }
        assertRecovered();
    }

    @Test
    void otherStoresAreRefused() throws IOException {
        assertRefused("belongs to no member of a cluster", () -> recovery(1, 9));
        recovery(1).write();
        assertRefused("or of the same one before or after a recovery", () -> recovery(1, 4));
    }
}
