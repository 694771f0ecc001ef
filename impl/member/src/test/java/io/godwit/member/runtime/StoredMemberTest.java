package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.member.runtime.ManualCluster.Client;
import io.godwit.member.runtime.ManualCluster.Node;
import io.godwit.protocol.Event;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.storage.MemberStore;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lone member that keeps what it knows. */
class StoredMemberTest {
    private static final List<String> LIST = List.of("h:1");
    private static final long RESERVE = 1_000;
    private static final Bytes MAP = Bytes.of((byte) 'm');
    private static final Bytes KEY = Bytes.ofNumber(7);
    private static final int PARTITION = Maps.all(1).partition(MAP, KEY, ManualCluster.PARTITIONS);
    private static final Peer OTHER = new Peer(2, Bytes.owning(new byte[16]), "h", 2);

    private final ManualCluster cluster = new ManualCluster();
    private long free = 2 * RESERVE;
    private boolean failing;
    private Storage disk;

    @TempDir
    private Path directory;

    @BeforeEach
    void open() throws IOException {
        Storage all = RocksStorage.open(directory);
        disk = (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("sync") && failing) {
                        throw new IOException("no room");
                    }
                    return method.getName().equals("free") ? free : method.invoke(all, arguments);
                });
    }

    @AfterEach
    void close() {
        disk.close();
    }

    private static RuntimeConfig config(int delayMillis) {
        return new RuntimeConfig(
                "c", "h", 1, LIST, ManualCluster.PARTITIONS, Maps.all(1), 4, 100, 1_000, 60, RESERVE, delayMillis);
    }

    private Node found() throws IOException {
        Node lone = cluster.new Node(config(0), disk);
        pass(3_000);
        return lone;
    }

    private void pass(long millis) {
        cluster.environment.pass(millis);
    }

    private static OnMap on(Verb verb) {
        Bytes value = verb == Verb.PUT ? Bytes.ofNumber(9) : Bytes.EMPTY;
        return new OnMap(verb, MAP, KEY, value, Bytes.EMPTY);
    }

    private static final Found WRITTEN = new Found(List.of(Bytes.ofNumber(9)));

    @Test
    void writtenValueSurvivesRestart() throws IOException {
        Node first = found();
        assertEquals(new Done(List.of()), cluster.client(1).call(on(Verb.PUT), false));
        first.crash();
        Node again = cluster.new Node(config(0), disk);
        pass(3_000);
        assertEquals("1 -1 member 1@h:1 comes back to c of 4 partitions", again.log.get(0));
        assertEquals(List.of("joined as 1", "running"), again.life);
        assertEquals(first.member().identity().self(), again.member().identity().self());
        assertEquals(WRITTEN, cluster.client(1).call(on(Verb.GET), false));
    }

    private void assertRefused(String why, String name, int port, int partitions, Maps maps) {
        RuntimeConfig other = new RuntimeConfig(name, "h", port, LIST, partitions, maps, 4, 100, 1_000, 60, RESERVE, 0);
        IOException refused = assertThrows(IOException.class, () -> cluster.new Node(other, disk));
        assertEquals(why, refused.getMessage());
    }

    @Test
    void storeIsOfOneClusterAndOneAddress() throws IOException {
        found().crash();
        int partitions = ManualCluster.PARTITIONS;
        assertRefused(
                directory + " is of cluster \"c\"; the configuration says \"d\"", "d", 1, partitions, Maps.all(1));
        assertRefused(
                directory + " is of a cluster with 4 partitions; the configuration says 5", "c", 1, 5, Maps.all(1));
        Maps others = Maps.of(1, Map.of("a", 2));
        assertRefused(
                "the configuration says " + others.difference(Maps.all(1)) + ", whose data are in " + directory,
                "c",
                1,
                partitions,
                others);
        assertRefused(
                directory
                        + " is of a member at h:1; the configuration says h:2, where it may come back from cluster version 7 on",
                "c",
                2,
                partitions,
                Maps.all(1));
        Node seeker = cluster.new Node(ManualCluster.config("c", 3, List.of("h:2", "h:3")));
        pass(100);
        assertEquals(
                List.of("0 -1 looks for a cluster; h:2 cannot be asked: nobody listens"), seeker.log, "it has ended");
    }

    @Test
    void memberThatCannotStoreIdentityDoesNotRun() throws IOException {
        failing = true;
        Node lone = cluster.new Node(config(0));
        lone.crash();
        IOException failure = assertThrows(IOException.class, () -> cluster.new Node(config(0), disk));
        assertEquals("cannot write to the store in " + directory + ": no room", failure.getMessage());
    }

    @Test
    void peersAndClusterNameAreStored() throws IOException {
        Node lone = found();
        lone.member().member(OTHER, Versions.ALL);
        pass(1_100);
        lone.crash();
        MemberStore store = new MemberStore(disk, cluster.environment);
        Welcome kept = store.load().orElseThrow().identity();
        assertEquals(List.of(lone.member().identity().self(), OTHER), kept.peers());
        assertEquals("c", store.clusterName().orElseThrow());
    }

    private long millisOfAWrite(Client client) {
        long before = cluster.environment.nanoTime();
        client.call(on(Verb.PUT), false);
        return (cluster.environment.nanoTime() - before) / 1_000_000;
    }

    @Test
    void slowDiskDelaysAnswers() throws IOException {
        Node lone = found();
        Client client = cluster.client(1);
        assertTrue(millisOfAWrite(client) < 100);
        lone.member().slowDisk(400);
        assertTrue(millisOfAWrite(client) >= 400);
        lone.crash();
        cluster.new Node(config(400), disk);
        pass(10_000);
        assertTrue(millisOfAWrite(cluster.client(1)) >= 400);
    }

    // ---- A disk that is nearly full

    private Node full() throws IOException {
        Node lone = found();
        assertFalse(lone.member().isDiskFull());
        free = RESERVE - 1;
        pass(50);
        assertTrue(lone.member().isDiskFull());
        return lone;
    }

    @Test
    void fullDiskTakesNoWritesUntilItHasRoom() throws IOException {
        Node lone = full();
        RecordedConnection client = new RecordedConnection(ManualCluster.PARTITIONS);
        Receiver receiver = lone.member().client();
        receiver.received(client.connection(), new Frame.Call(7, 1, 0, on(Verb.PUT), false));
        pass(10);
        assertEquals(new CallCounts(0, 0, 1, 0), lone.member().calls());
        lone.member().diskReserve(0);
        pass(50);
        assertFalse(lone.member().isDiskFull());
        receiver.received(client.connection(), new Frame.Call(7, 2, 0, on(Verb.PUT), false));
        pass(10);
        assertEquals(new CallCounts(1, 0, 1, 0), lone.member().calls());
    }

    private static Sync copy(int partition, Log log) {
        return new Sync(partition, new View(new Version(0, 1), Configuration.settled(2, 1)), log);
    }

    private static Log log() {
        return Log.of(List.of(new LogEntry(new Version(0, 1), 1, 1, on(Verb.PUT))));
    }

    /** A copy of something that the member has nothing of takes room; a newer one of what it has may not. */
    @Test
    void fullDiskTakesNoCopies() throws IOException {
        Node lone = found();
        cluster.client(1).call(on(Verb.PUT), false);
        int empty = (PARTITION + 1) % ManualCluster.PARTITIONS;
        Receiver from = lone.member().member(OTHER, Versions.ALL);
        RecordedConnection connection = new RecordedConnection(ManualCluster.PARTITIONS);
        Frame all = new Frame.MessageBatch(
                List.of(copy(empty, log()), copy(empty, Log.EMPTY), copy(PARTITION, log()), new Released()));
        from.received(connection.connection(), all);
        pass(10);
        assertEquals(4, ((Batch) last(lone)).messages().size());
        free = 0;
        pass(50);
        from.received(connection.connection(), all);
        pass(10);
        assertEquals(
                List.of(copy(empty, Log.EMPTY), copy(PARTITION, log()), new Released()),
                ((Batch) last(lone)).messages());
    }

    private static Message last(Node node) {
        Event.Deliver last = node.delivered.get(node.delivered.size() - 1);
        assertEquals(2, last.from());
        return last.message();
    }

    /** An offer that is too late goes to the engine at once. */
    @Test
    void fullDiskTakesNoOffers() throws IOException {
        Node lone = found();
        cluster.client(1).call(on(Verb.PUT), false);
        int empty = (PARTITION + 1) % ManualCluster.PARTITIONS;
        Receiver from = lone.member().member(OTHER, Versions.ALL);
        RecordedConnection connection = new RecordedConnection(ManualCluster.PARTITIONS);
        View late = new View(new Version(0, 1), Configuration.settled(2, 1));
        Frame manifest = new Frame.SnapshotManifest(3, empty, late, 5, new Version(0, 1));
        Frame none = new Frame.SnapshotManifest(4, empty, late, 0, Version.NONE);
        Frame better = new Frame.SnapshotManifest(5, PARTITION, late, 5, new Version(0, 1));
        from.received(connection.connection(), manifest);
        pass(10);
        assertEquals(1, lone.delivered.size());
        free = 0;
        pass(50);
        from.received(connection.connection(), manifest);
        pass(10);
        assertEquals(1, lone.delivered.size());
        from.received(connection.connection(), none);
        from.received(connection.connection(), better);
        pass(10);
        assertEquals(3, lone.delivered.size());
    }
}
