package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Storage;
import io.godwit.member.runtime.ManualCluster.Node;
import io.godwit.protocol.Event;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.storage.MemberStore;
import io.godwit.storage.StoreException;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three durable members, h:1 to h:3 with the directories 1 to 3; the first one comes back from its directory or a copy of it. */
class RunAdmissionTest {
    private static final List<String> LIST = List.of("h:1", "h:2", "h:3");
    private static final int ELSEWHERE = 4;
    private static final long PATIENCE = 4 * ManualCluster.SUSPECT_MILLIS + 2_000;

    private final ManualCluster cluster = new ManualCluster();
    private final Map<String, Storage> open = new HashMap<>();
    /** Directories that cannot be synced. */
    private final Set<String> failing = new HashSet<>();
    /** The directory of which it is noted at each sync where its member is. */
    private String watched = "";

    private final List<String> places = new ArrayList<>();

    private final List<Node> nodes = new ArrayList<>();

    @TempDir
    private Path directory;

    @BeforeEach
    void found() throws IOException {
        for (int port = 1; port <= LIST.size(); port++) {
            nodes.add(start(port, Integer.toString(port)));
        }
        pass(5_000);
        for (Node node : nodes) {
            assertEquals("running", node.life.get(1));
            node.runtime.submit(new Event.RaiseVersion(ClusterVersion.RAISED));
        }
        pass(2_000);
        for (Node node : nodes) {
            assertEquals(ClusterVersion.RAISED, node.member().clusterVersion());
        }
    }

    @AfterEach
    void close() {
        open.values().forEach(Storage::close);
    }

    private void pass(long millis) {
        for (long passed = 0; passed < millis; passed += 10) {
            cluster.environment.pass(10);
        }
    }

    private Node start(int port, String name) throws IOException {
        return start(port, name, LIST);
    }

    private Node start(int port, String name, List<String> list) throws IOException {
        Storage storage = open.get(name);
        if (storage == null) {
            storage = withoutSync(RocksStorage.open(directory.resolve(name)), name);
            open.put(name, storage);
        }
        return cluster.new Node(ManualCluster.config("c", port, list), storage);
    }

    /** No power is lost here, and a real sync takes long. */
    private Storage withoutSync(Storage all, String name) {
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("sync")) {
                        return method.invoke(all, arguments);
                    } else if (failing.contains(name)) {
                        throw new IOException("no sync");
                    } else if (watched.equals(name)) {
                        places.add(place(all));
                    }
                    return null;
                });
    }

    /** Where the member of a directory is, and whether its last process has moved it. */
    private String place(Storage storage) throws StoreException {
        MemberStore store = new MemberStore(storage, cluster.environment);
        return store.loadAnyway().orElseThrow().identity().self().address() + " "
                + store.run().moves();
    }

    private void copy(String from, String to) throws IOException {
        open.remove(from).close();
        Path target = directory.resolve(to);
        Files.createDirectory(target);
        try (Stream<Path> files = Files.list(directory.resolve(from))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
    }

    private static boolean isIn(Node node) {
        return node.life.contains("running");
    }

    private static String place(Node of, int number) {
        return of.member().known().stream()
                .filter(peer -> peer.number() == number)
                .findFirst()
                .orElseThrow()
                .address();
    }

    /** The others have noticed that a process has ended. */
    private void crash(int index) {
        nodes.get(index).crash();
        pass(2 * ManualCluster.SUSPECT_MILLIS);
    }

    @Test
    void memberThatMovesIsFound() throws IOException {
        int number = nodes.get(0).number();
        crash(0);
        Node moved = start(ELSEWHERE, "1");
        pass(3_000);
        assertEquals(number, moved.number());
        assertEquals("h:4", place(nodes.get(1), number));
        assertEquals("h:4", place(nodes.get(2), number));
        moved.crash();
        pass(2 * ManualCluster.SUSPECT_MILLIS);
        nodes.get(2).crash();
        Node again = start(ELSEWHERE, "1");
        pass(3_000);
        assertTrue(isIn(again), "it stays, and counts itself");
        assertEquals(2, again.member().identity().self().run().number());
    }

    /** A copy that is made between two writes would count itself where the member was, and the member where it is. */
    @Test
    void addressIsStoredWithTheMove() throws IOException {
        crash(0);
        watched = "1";
        start(ELSEWHERE, "1");
        pass(3_000);
        assertEquals(
                List.of("h:1 false", "h:4 true"), places.stream().distinct().toList());
    }

    @Test
    void voterThatMovesNeedsTheOthersAndOneThatStaysCountsItself() throws IOException {
        crash(0);
        crash(1);
        Node moved = start(ELSEWHERE, "1");
        pass(5_000);
        assertTrue(moved.life.isEmpty() && moved.failure == null);
        moved.crash();
        Node stays = start(1, "1");
        pass(3_000);
        assertTrue(!isIn(stays) && stays.failure == null, "the voter that answers has confirmed the move");
        start(2, "2");
        pass(3_000);
        assertTrue(isIn(stays), "with the other one, of which it does not know");
    }

    @Test
    void allMembersMayMoveAtOnce() throws IOException {
        for (int index = 0; index < LIST.size(); index++) {
            nodes.get(index).crash();
        }
        List<Node> moved = new ArrayList<>();
        List<String> elsewhere = List.of("h:14", "h:11");
        for (int port = 1; port <= LIST.size(); port++) {
            moved.add(start(10 + port, Integer.toString(port), elsewhere));
        }
        pass(8_000);
        for (Node node : moved) {
            assertTrue(isIn(node), () -> "" + node.log);
            assertEquals(
                    List.of("h:11", "h:12", "h:13"),
                    node.member().known().stream()
                            .map(peer -> peer.address())
                            .sorted()
                            .toList());
        }
    }

    @Test
    void membersMayChangePlaces() throws IOException {
        int one = nodes.get(0).number();
        int two = nodes.get(1).number();
        nodes.get(0).crash();
        nodes.get(1).crash();
        pass(2 * ManualCluster.SUSPECT_MILLIS);
        Node first = start(2, "1");
        Node second = start(1, "2");
        pass(8_000);
        assertEquals(one, first.number());
        assertEquals(two, second.number());
        for (Node node : List.of(first, second, nodes.get(2))) {
            assertEquals("h:2", place(node, one));
            assertEquals("h:1", place(node, two));
        }
    }

    private void assertCopy(Node node) {
        assertInstanceOf(CopyException.class, node.failure, () -> node.life + " " + node.log);
        assertTrue(
                node.failure.getMessage().contains(" is a copy of its directory, or older: delete it."),
                node.failure.getMessage());
        assertTrue(node.life.isEmpty());
    }

    @Test
    void oneOfTwoThatStartFromCopiesIsIn() throws IOException {
        crash(0);
        copy("1", "copy");
        Node moved = start(ELSEWHERE, "1");
        pass(3_000);
        assertTrue(isIn(moved));
        Node copy = start(1, "copy");
        pass(3_000);
        assertCopy(copy);
        copy.crash();
        assertThrows(CopyException.class, () -> start(1, "copy"));
        assertTrue(isIn(moved) && moved.failure == null);
    }

    @Test
    void copyDoesNotTakeThePlaceOfAProcessThatRuns() throws IOException {
        crash(0);
        copy("1", "copy");
        Node again = start(1, "1");
        pass(3_000);
        for (int i = 0; i < 2; i++) {
            start(ELSEWHERE, "copy").crash();
        }
        Node copy = start(ELSEWHERE, "copy");
        pass(PATIENCE - 1_000);
        assertNull(copy.failure);
        pass(4_000);
        assertCopy(copy);
        assertTrue(isIn(again) && again.failure == null);
    }

    @Test
    void directoryThatDoesNotKnowOfTheMoveAsksAsOneThatMoves() throws IOException {
        crash(0);
        copy("1", "copy");
        Node moved = start(ELSEWHERE, "1");
        pass(3_000);
        moved.crash();
        pass(2 * ManualCluster.SUSPECT_MILLIS);
        start(1, "copy").crash();
        Node back = start(1, "copy");
        pass(3_000);
        assertTrue(isIn(back), () -> "" + back.log);
        assertTrue(back.member().identity().self().run().moves());
    }

    @Test
    void numberIsSyncedBeforeItIsSent() throws IOException {
        crash(0);
        failing.add("1");
        assertThrows(StoreException.class, () -> start(1, "1"));
    }

    @Test
    void confirmationIsSyncedBeforeItIsSent() throws IOException {
        crash(0);
        failing.addAll(List.of("2", "3"));
        Node again = start(1, "1");
        pass(3_000);
        assertTrue(again.life.isEmpty() && again.failure == null, () -> "" + again.log);
        failing.clear();
        pass(3_000);
        assertTrue(isIn(again));
    }

    @Test
    void voterThatRestartsKnowsWhatItHasConfirmed() throws IOException {
        crash(0);
        crash(2);
        copy("1", "copy");
        Node moved = start(ELSEWHERE, "1");
        pass(1_000);
        assertTrue(moved.life.isEmpty() && moved.failure == null, "one voter has confirmed it, and it needs two");
        moved.crash();
        crash(1);
        start(2, "2");
        Node copy = start(1, "copy");
        pass(3_000);
        assertTrue(copy.life.isEmpty(), "it has the number of the one that has moved");
    }

    @Test
    void voterThatStartsConfirmsWhatItHasSynced() throws IOException {
        nodes.forEach(Node::crash);
        pass(100);
        Node one = start(1, "1");
        Node two = start(2, "2");
        failing.add("2");
        pass(3_000);
        assertTrue(one.life.isEmpty() && one.failure == null, () -> "" + one.log);
        assertInstanceOf(StoreException.class, two.failure);
    }

    /** It was cut off, and does not know yet. */
    @Test
    void processThatAnotherOneHasReplacedIsNotListenedTo() throws IOException {
        ClusterMember voter = nodes.get(1).member();
        Peer first = nodes.get(0).member().identity().self();
        RecordedConnection connection = new RecordedConnection(ManualCluster.PARTITIONS).speak(ClusterVersion.RAISED);
        Receiver receiver = voter.member(first.withRun(new Run(1, 11, 0)), Versions.ALL);
        receiver.received(connection.connection(), new Frame.KeepAlive());
        pass(10);
        assertTrue(connection.connection().isOpen());
        voter.member(first.withRun(new Run(2, 12, 0)), Versions.ALL);
        receiver.received(connection.connection(), new Frame.KeepAlive());
        pass(10);
        assertFalse(connection.connection().isOpen());
    }
}
