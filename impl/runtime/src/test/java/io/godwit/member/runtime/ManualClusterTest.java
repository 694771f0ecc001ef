package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.runtime.ManualCluster.Client;
import io.godwit.member.runtime.ManualCluster.Node;
import io.godwit.member.transfer.TransferStatistics;
import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.VectorTime;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whole members, without threads, sockets and disks. */
class ManualClusterTest {
    private static final Bytes MAP = Bytes.of((byte) 'm');

    private final ManualCluster cluster = new ManualCluster();

    private void pass(long millis) {
        cluster.environment.pass(millis);
    }

    /** Until one of them is master and all that they know of each other has come. */
    private List<Node> running(int count) throws IOException {
        List<Node> nodes = cluster.founders(count);
        pass(3_000);
        return nodes;
    }

    private static Configuration decided(Node at, int partition) {
        return at.state().control().committed().get(partition).configuration();
    }

    private static int copies(Node at, int member) {
        return (int) IntStream.range(0, ManualCluster.PARTITIONS)
                .filter(p -> decided(at, p).isReplica(member))
                .count();
    }

    private static OnMap put(int key) {
        return new OnMap(Verb.PUT, MAP, Bytes.ofNumber(key), Bytes.ofNumber(10 + key), Bytes.EMPTY);
    }

    private static OnMap get(int key) {
        return new OnMap(Verb.GET, MAP, Bytes.ofNumber(key), Bytes.EMPTY, Bytes.EMPTY);
    }

    private static void putAll(Client client) {
        for (int key = 0; key < 20; key++) {
            assertEquals(new Done(List.of()), client.call(put(key), false));
        }
    }

    private static void assertAllThere(Client client, boolean relaxed) {
        for (int key = 0; key < 20; key++) {
            assertEquals(new Found(List.of(Bytes.ofNumber(10 + key))), client.call(get(key), relaxed));
        }
    }

    @Test
    void foundersFormACluster() throws IOException {
        List<Node> nodes = running(3);
        assertEquals(List.of(1, 2, 3), nodes.stream().map(Node::number).toList());
        assertEquals(
                1, nodes.stream().filter(it -> it.state().control().isMaster()).count());
        for (Node node : nodes) {
            assertEquals(3, node.member().known().size());
            assertEquals(List.of(), node.detected);
            assertEquals(List.of("joined as " + node.number(), "running"), node.life);
            assertEquals(
                    List.of(node.number() + " -1 member " + node.number() + "@h:" + node.number()
                            + " founds c of 4 partitions"),
                    about(node, "partitions"));
            int master = node.state().control().isMaster()
                    ? node.number()
                    : node.state().local().follower().master();
            String says = master == node.number() ? "is master" : "follows member " + master;
            assertEquals(List.of(node.number() + " -1 " + says), about(node, says));
        }
    }

    private static List<String> about(Node node, String text) {
        return node.log.stream().filter(line -> line.contains(text)).toList();
    }

    @Test
    void callsAreAnsweredByTheirPrimaries() throws IOException {
        List<Node> nodes = running(3);
        Client client = cluster.client(1);
        putAll(client);
        assertAllThere(client, false);
        assertAllThere(client, true);
        long answered =
                nodes.stream().mapToLong(it -> it.member().calls().answered()).sum();
        assertEquals(60, answered);
        // Relaxed reads are no answers of the engine.
        assertEquals(40, nodes.stream().mapToLong(node -> node.answers).sum());
        assertTrue(nodes.stream().allMatch(it -> it.member().calls().answered() > 0));
    }

    @Test
    void partitionsAreCountedAndCleared() throws IOException {
        List<Node> nodes = running(3);
        Client client = cluster.client(1);
        putAll(client);
        long before =
                nodes.stream().mapToLong(it -> it.member().calls().answered()).sum();
        assertEquals(20, client.callOnPartitions(Verb.SIZE, MAP, false));
        long answered =
                nodes.stream().mapToLong(it -> it.member().calls().answered()).sum();
        assertEquals(3, answered - before, "one answer of each member");
        assertEquals(20, client.callOnPartitions(Verb.SIZE, MAP, true));
        nodes.get(2).crash();
        assertEquals(20, client.callOnPartitions(Verb.CLEAR, MAP, false));
        assertEquals(0, client.callOnPartitions(Verb.SIZE, MAP, false));
    }

    /** Its address says that nobody listens there: that is no silence. */
    @Test
    void endedProcessIsSuspectedAtOnceAndReplaced() throws IOException {
        List<Node> nodes = running(3);
        Client client = cluster.client(1);
        putAll(client);
        nodes.get(2).crash();
        pass(100);
        assertEquals(List.of(new Event.Suspect(3)), nodes.get(0).detected);
        assertEquals(List.of(new Event.Suspect(3)), nodes.get(1).detected);
        pass(5_000);
        assertEquals(List.of("1 -1 hears nothing of member 3"), about(nodes.get(0), "hears nothing"));
        assertEquals(0, copies(nodes.get(0), 3));
        assertAllThere(client, false);
    }

    @Test
    void silentMemberIsSuspectedAfterItsTimeAndTrustedAgain() throws IOException {
        List<Node> nodes = running(2);
        Node deaf = nodes.get(1);
        deaf.transport.reading(false);
        pass(ManualCluster.SUSPECT_MILLIS - ManualCluster.HEARTBEAT_MILLIS);
        assertEquals(List.of(), deaf.detected);
        pass(2 * ManualCluster.HEARTBEAT_MILLIS + 10);
        assertEquals(List.of(new Event.Suspect(1)), deaf.detected);
        pass(ManualCluster.HEARTBEAT_MILLIS);
        deaf.transport.reading(true);
        pass(ManualCluster.HEARTBEAT_MILLIS);
        assertEquals(List.of(new Event.Suspect(1), new Event.Trust(1)), deaf.detected);
        assertEquals(List.of(), nodes.get(0).detected);
        pass(ManualCluster.HEARTBEAT_MILLIS);
        assertEquals(List.of("2 -1 hears member 1 again"), about(deaf, "again"));
    }

    @Test
    void memberJoinsTakesCopiesAndLeaves() throws IOException {
        List<Node> nodes = running(2);
        Client client = cluster.client(1);
        putAll(client);
        // More than goes with other messages.
        for (int key = 1_000; key < 1_400; key++) {
            client.call(put(key), false);
        }
        Node third = cluster.new Node(ManualCluster.config("c", 3, List.of("h:1", "h:3")));
        pass(10_000);
        assertEquals(3, third.number());
        assertTrue(third.log.contains("3 -1 member 3@h:3 joins c of 4 partitions"), third.log.toString());
        assertTrue(copies(nodes.get(0), 3) > 0);
        TransferStatistics sent =
                nodes.get(0).runtime.traffic().plus(nodes.get(1).runtime.traffic());
        assertEquals(copies(nodes.get(0), 3), sent.whole());
        assertTrue(sent.bytes() > 0);
        assertFalse(nodes.get(0).runtime.transfers().isEmpty(), "an offer of what is there already stays for a while");
        assertEquals(0, third.runtime.loaded());
        assertTrue(third.heard.contains(VectorTime.of(1)) && third.heard.contains(VectorTime.of(2)));
        assertAllThere(client, false);
        third.runtime.submit(new Event.Leave());
        pass(10_000);
        assertTrue(third.left);
        assertEquals(0, copies(nodes.get(0), 3));
        assertFalse(about(third, "leaves: ").isEmpty());
        assertAllThere(client, false);
    }

    /** Two of five die at once, and with them both copies of some keys. */
    @Test
    void lostPartitionIsRefusedInWordsUntilTheOperatorDeclaresIt() throws IOException {
        List<Node> nodes = running(5);
        Client client = cluster.client(1);
        putAll(client);
        Node master = nodes.stream()
                .filter(it -> it.state().control().isMaster())
                .findFirst()
                .orElseThrow();
        int lost = IntStream.range(0, ManualCluster.PARTITIONS)
                .filter(p -> !decided(master, p).isReplica(master.number()))
                .findFirst()
                .orElseThrow();
        Configuration gone = decided(master, lost);
        nodes.stream().filter(it -> gone.isReplica(it.number())).toList().forEach(Node::crash);
        pass(3_000);
        Client another = cluster.client(master.number());
        int key = IntStream.range(0, 20)
                .filter(it -> Maps.all(1).partition(MAP, Bytes.ofNumber(it), ManualCluster.PARTITIONS) == lost)
                .findFirst()
                .orElseThrow();
        String why = "partition " + lost + " is not served: its current copies are at members that do not answer ("
                + Math.min(gone.replica(0), gone.replica(1)) + ", " + Math.max(gone.replica(0), gone.replica(1)) + ")";
        assertEquals(why, another.refusal(get(key)));
        assertEquals(why, another.refusal(put(key)));
        master.runtime.submit(new Event.DeclareLost(lost, master.number()));
        pass(1_000);
        assertFalse(gone.isReplica(decided(master, lost).primary()));
        assertEquals(new Found(List.of()), another.call(get(key), false));
        assertEquals(new Done(List.of()), another.call(put(key), false));
    }

    @Test
    void processOfAnotherClusterIsRefused() throws IOException {
        Node lone = running(1).get(0);
        Node other = cluster.new Node(ManualCluster.config("d", 2, List.of("h:1", "h:2")));
        pass(500);
        assertTrue(other.failure.getMessage().startsWith("h:1 refuses this member: "), other.failure.getMessage());
        assertTrue(other.runtime.member().isEmpty());
        assertEquals(1, lone.runtime.refusedConnections());
        assertEquals(1, about(lone, "refused").size());
    }

    /** Members and clients send what is theirs to send, or are not listened to. */
    @Test
    void unexpectedFramesCloseTheirConnection() throws IOException {
        Node lone = running(1).get(0);
        for (Receiver receiver : List.of(
                lone.member().client(),
                lone.member().member(lone.member().identity().self(), Versions.ALL))) {
            RecordedConnection connection = new RecordedConnection(ManualCluster.PARTITIONS);
            receiver.received(connection.connection(), new Frame.Opaque(Bytes.EMPTY));
            pass(10);
            assertFalse(connection.connection().isOpen());
        }
    }

    @Test
    void closedMemberDoesNothing() throws IOException {
        Node lone = running(1).get(0);
        lone.runtime.start(List.of());
        lone.runtime.close();
        lone.runtime.close();
        lone.runtime.start(List.of());
        long term = lone.state().control().term();
        int lines = lone.log.size();
        pass(5_000);
        assertEquals(term, lone.state().control().term());
        assertEquals(lines, lone.log.size());
        assertEquals(List.of("joined as 1", "running", "recorded to term " + term), lone.life);
        Node seeker = cluster.new Node(ManualCluster.config("c", 2, List.of("h:1", "h:2")));
        pass(500);
        assertEquals(1, about(seeker, "h:1 cannot be asked: nobody listens").size());
    }

    @Test
    void processThatIsClosedSearchesNoMore() throws IOException {
        Node seeker = cluster.new Node(ManualCluster.config("c", 2, List.of("h:1", "h:2")));
        assertEquals("h:2", seeker.runtime.address());
        pass(500);
        assertEquals(1, seeker.log.size());
        seeker.runtime.close();
        assertEquals(0, cluster.environment.timers());
        cluster.new Node(ManualCluster.config("c", 1, List.of("h:1", "h:2")));
        pass(5_000);
        assertEquals(1, seeker.log.size());
        assertTrue(seeker.runtime.state().isEmpty());
        assertEquals(TransferStatistics.NONE, seeker.runtime.traffic());
    }

    /** It has connected as a client, and waits for its number, because a backup does not hear what is written. */
    @Test
    void processThatIsClosedWhileItJoinsKeepsNoConnection() throws IOException {
        running(2).get(1).transport.reading(false);
        Node seeker = cluster.new Node(ManualCluster.config("c", 3, List.of("h:1")));
        pass(200);
        assertTrue(seeker.transport.isConnected());
        assertTrue(seeker.runtime.member().isEmpty());
        seeker.runtime.close();
        pass(10);
        assertFalse(seeker.transport.isConnected());
        assertNull(seeker.failure);
    }

    @Test
    void memberThatComesBackWithoutMemoryIsAnother() throws IOException {
        List<Node> nodes = running(3);
        Client client = cluster.client(1);
        putAll(client);
        nodes.get(2).crash();
        pass(1_000);
        Node again = cluster.new Node(ManualCluster.config("c", 3, List.of("h:1", "h:2", "h:3")));
        pass(5_000);
        assertEquals(4, again.number());
        for (Node node : nodes.subList(0, 2)) {
            assertEquals(
                    List.of(1, 2, 4),
                    node.member().known().stream().map(Peer::number).toList());
            assertEquals(List.of(new Event.Suspect(3)), node.detected);
        }
        assertAllThere(client, false);
    }

    private static int sessions(Node node) {
        int sessions = 0;
        for (int p = 0; p < ManualCluster.PARTITIONS; p++) {
            for (long client :
                    node.state().data().replica(p).log().content().executed().keys()) {
                sessions += client == Sessions.OWN ? 0 : 1;
            }
        }
        return sessions;
    }

    /** A session that writes no more is forgotten after a minute or two. */
    @Test
    void sessionsExpire() throws IOException {
        Node lone = running(1).get(0);
        putAll(cluster.client(1));
        pass(50_000);
        assertTrue(sessions(lone) > 0);
        pass(80_000);
        assertEquals(0, sessions(lone));
    }

    /** A thousand entries are kept, once there are two thousand. */
    @Test
    void oldEntriesAreForgotten() throws IOException {
        Node lone = running(1).get(0);
        Receiver receiver = lone.member().client();
        RecordedConnection connection = new RecordedConnection(ManualCluster.PARTITIONS);
        int partition = Maps.all(1).partition(MAP, Bytes.ofNumber(0), ManualCluster.PARTITIONS);
        for (int call = 1; call <= 2_000; call++) {
            receiver.received(connection.connection(), new Frame.Call(7, call, 0, put(0), false));
            cluster.environment.run();
        }
        pass(1_000);
        assertEquals(1, lone.state().data().replica(partition).log().firstKept());
        receiver.received(connection.connection(), new Frame.Call(7, 2_001, 0, put(0), false));
        pass(1_000);
        assertEquals(1_002, lone.state().data().replica(partition).log().firstKept());
        assertEquals(2_001, connection.sent().size());
    }

    @Test
    void numbersAndIncarnationsBelongTogether() throws IOException {
        ClusterMember lone = running(1).get(0).member();
        Peer self = lone.identity().self();
        assertTrue(lone.allows(self));
        assertTrue(lone.allows(self.withNumber(1_000)));
        assertFalse(lone.allows(self.withNumber(0)));
        assertFalse(lone.allows(new Peer(1, Bytes.EMPTY, "h", 9)));
        assertEquals(new EngineLoad(0, 0), lone.load());
        assertFalse(lone.isDiskFull());
        assertFalse(lone.isHeapFull());
    }
}
