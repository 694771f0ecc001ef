package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.runtime.ManualCluster.Client;
import io.godwit.member.runtime.ManualCluster.Node;
import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Maps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clusters with a map without backups, in which members die. */
class AutomaticDeclarationsTest {
    private static final int WIDTH = ManualCluster.PARTITIONS;
    private static final int KEYS = 20;
    private static final Maps MAPS = Maps.of(1, Map.of("cache", 0));
    private static final Bytes CACHE = Bytes.owning(new byte[] {'c', 'a', 'c', 'h', 'e'});
    private static final Bytes SAFE = Bytes.of((byte) 'm');
    private static final OnLoss EMPTY = new OnLoss(OnLoss.Action.EMPTY, 0);

    private final ManualCluster cluster = new ManualCluster();
    private final List<String> log = new ArrayList<>();
    private long now;

    private List<Node> running(int count, OnLoss onLoss) throws IOException {
        List<String> list =
                IntStream.rangeClosed(1, count).mapToObj(port -> "h:" + port).toList();
        List<Node> nodes = new ArrayList<>();
        for (int port = 1; port <= count; port++) {
            nodes.add(
                    cluster.new Node(ManualCluster.config("c", port, list, MAPS).withOnLoss(onLoss)));
        }
        pass(3_000);
        return nodes;
    }

    private void pass(long millis) {
        cluster.environment.pass(millis);
    }

    private static Node master(List<Node> nodes) {
        return nodes.stream()
                .filter(it -> it.state().control().isMaster())
                .findFirst()
                .orElseThrow();
    }

    private static List<Node> others(List<Node> nodes) {
        Node master = master(nodes);
        return nodes.stream().filter(it -> it != master).toList();
    }

    private static Configuration decided(Node at, int partition) {
        return at.state().control().committed().get(partition).configuration();
    }

    /** The partitions of the cache of which a member has the only copy. */
    private static List<Integer> alone(Node at, int member) {
        return IntStream.range(WIDTH, 2 * WIDTH)
                .filter(p -> decided(at, p).inSyncSize() == 1 && decided(at, p).isInSync(member))
                .boxed()
                .toList();
    }

    private AutomaticDeclarations declarations(OnLoss onLoss) {
        return new AutomaticDeclarations(onLoss, () -> now, log::add);
    }

    private static List<Event> declared(List<Integer> partitions, int member) {
        return partitions.stream()
                .map(p -> (Event) new Event.DeclareLost(p, member))
                .toList();
    }

    private static OnMap put(Bytes map, int key) {
        return new OnMap(Verb.PUT, map, Bytes.ofNumber(key), Bytes.ofNumber(10 + key), Bytes.EMPTY);
    }

    private static OnMap get(Bytes map, int key) {
        return new OnMap(Verb.GET, map, Bytes.ofNumber(key), Bytes.EMPTY, Bytes.EMPTY);
    }

    private static boolean isIn(List<Integer> partitions, int key) {
        return partitions.contains(MAPS.partition(CACHE, Bytes.ofNumber(key), WIDTH));
    }

    private static int keyIn(List<Integer> partitions) {
        return IntStream.range(0, KEYS)
                .filter(key -> isIn(partitions, key))
                .findFirst()
                .orElseThrow();
    }

    private static void putAll(Client client) {
        for (int key = 0; key < KEYS; key++) {
            assertEquals(new Done(List.of()), client.call(put(CACHE, key), false));
            assertEquals(new Done(List.of()), client.call(put(SAFE, key), false));
        }
    }

    @Test
    void cacheGoesOnWithoutWhatADeadMemberHeld() throws IOException {
        List<Node> nodes = running(3, EMPTY);
        Node master = master(nodes);
        Client client = cluster.client(master.number());
        putAll(client);
        Node dead = others(nodes).get(0);
        List<Integer> lost = alone(master, dead.number());
        int key = keyIn(lost);
        dead.crash();
        assertEquals(new Found(List.of()), client.call(get(CACHE, key), false), "the call waits, and does not fail");
        pass(2_000);
        for (int each = 0; each < KEYS; each++) {
            List<Bytes> kept = isIn(lost, each) ? List.of() : List.of(Bytes.ofNumber(10 + each));
            assertEquals(new Found(kept), client.call(get(CACHE, each), false), "key " + each);
            assertEquals(new Found(List.of(Bytes.ofNumber(10 + each))), client.call(get(SAFE, each), false));
            assertEquals(new Done(List.of()), client.call(put(CACHE, each), false));
        }
        assertEquals(KEYS, client.callOnPartitions(Verb.SIZE, CACHE, false));
        List<String> said =
                master.log.stream().filter(line -> line.contains("on-loss")).toList();
        assertEquals(
                List.of(master.number() + " -1 declares " + lost.size()
                        + (lost.size() == 1 ? " partition" : " partitions")
                        + " of maps with 0 backups lost, because on-loss is empty and the members with the only copies are gone ("
                        + dead.number() + ")"),
                said);
    }

    @Test
    void partitionWaitsForTheOperatorUnlessItIsSaid() throws IOException {
        List<Node> nodes = running(3, OnLoss.WAIT);
        Node master = master(nodes);
        Client client = cluster.client(master.number());
        putAll(client);
        Node dead = others(nodes).get(0);
        List<Integer> lost = alone(master, dead.number());
        dead.crash();
        pass(20_000);
        assertEquals(lost, alone(master, dead.number()));
        String why = client.refusal(get(CACHE, keyIn(lost)));
        assertTrue(why.contains(" is not served: "), why);
        assertEquals(List.of(), declarations(OnLoss.WAIT).due(master.state()));
    }

    @Test
    void memberIsGoneWhenTheMasterHasRemovedIt() throws IOException {
        List<Node> nodes = running(3, OnLoss.WAIT);
        Node master = master(nodes);
        Node dead = others(nodes).get(0);
        List<Integer> lost = alone(master, dead.number());
        AutomaticDeclarations declarations = declarations(EMPTY);
        dead.crash();
        pass(2_000);
        assertEquals(List.of(), declarations.due(master.state()), "it is dead, and may come back");
        pass(2_000);
        assertEquals(declared(lost, master.number()), declarations.due(master.state()));
        assertEquals(declared(lost, master.number()), declarations.due(master.state()), "until it is decided");
        assertEquals(1, log.size());
        Node other = others(nodes).stream().filter(it -> it != dead).findFirst().orElseThrow();
        assertEquals(List.of(), declarations(EMPTY).due(other.state()), "only a master declares");
    }

    @Test
    void memberThatComesBackWithinTheDelayIsNotGivenUp() throws IOException {
        List<Node> nodes = running(3, OnLoss.WAIT);
        Node master = master(nodes);
        Node dead = others(nodes).get(0);
        List<Integer> lost = alone(master, dead.number());
        AutomaticDeclarations declarations = declarations(new OnLoss(OnLoss.Action.EMPTY, 10));
        QuorumState alive = master.state();
        dead.crash();
        pass(5_000);
        for (int times = 0; times < 2; times++) {
            assertEquals(List.of(), declarations.due(master.state()));
            now += TimeUnit.SECONDS.toNanos(10) - 1;
            assertEquals(List.of(), declarations.due(master.state()));
            // It is heard of again, and the time begins anew.
            assertEquals(List.of(), declarations.due(alive));
            now += TimeUnit.SECONDS.toNanos(10);
        }
        assertEquals(List.of(), declarations.due(master.state()));
        now += TimeUnit.SECONDS.toNanos(10);
        assertEquals(declared(lost, master.number()), declarations.due(master.state()));
    }

    /** Two of five die at once, and with them both copies of some keys. */
    @Test
    void partitionWithBackupsWaitsForTheOperator() throws IOException {
        List<Node> nodes = running(5, OnLoss.WAIT);
        Node master = master(nodes);
        Configuration gone = IntStream.range(0, WIDTH)
                .mapToObj(p -> decided(master, p))
                .filter(c -> !c.isReplica(master.number()))
                .findFirst()
                .orElseThrow();
        nodes.stream().filter(it -> gone.isReplica(it.number())).toList().forEach(Node::crash);
        pass(6_000);
        TreeSet<Integer> lost = new TreeSet<>();
        for (int member : gone.inSync().toArray()) {
            lost.addAll(alone(master, member));
        }
        assertTrue(IntStream.range(0, WIDTH)
                .anyMatch(p -> gone.inSync().containsAll(decided(master, p).inSync())));
        assertEquals(
                declared(List.copyOf(lost), master.number()),
                declarations(EMPTY).due(master.state()));
    }

    @Test
    void masterWithAnOldCopyLetsAnotherMemberGoOn() throws IOException {
        List<Node> nodes = running(4, OnLoss.WAIT);
        Node master = master(nodes);
        List<Node> others = others(nodes);
        Node dead = others.stream()
                .filter(it -> !alone(master, it.number()).isEmpty())
                .findFirst()
                .orElseThrow();
        int lost = alone(master, dead.number()).get(0);
        dead.crash();
        pass(6_000);
        QuorumState state = master.state();
        Replica replica = state.data().replica(lost);
        LogEntry entry = new LogEntry(new Version(1, 1), 7, 1, new Operation.Put(1, 2));
        DataState data = state.data().with(lost, replica.withLog(replica.log().append(entry)));
        QuorumState copied = new QuorumState(state.setup(), state.control(), data, state.local(), state.master());
        int successor = declarations(EMPTY).due(copied).stream()
                .map(Event.DeclareLost.class::cast)
                .filter(it -> it.partition() == lost)
                .findFirst()
                .orElseThrow()
                .member();
        assertNotEquals(master.number(), successor);
        assertTrue(others.stream().anyMatch(it -> it != dead && it.number() == successor), "member " + successor);
    }

    @Test
    void delayIsNotNegative() {
        assertThrows(IllegalArgumentException.class, () -> new OnLoss(OnLoss.Action.EMPTY, -1));
        assertEquals("empty", OnLoss.Action.EMPTY.toString());
    }
}
