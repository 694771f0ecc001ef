package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.runtime.ManualCluster.Client;
import io.godwit.member.runtime.ManualCluster.Node;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.transport.frame.Maps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clusters with a map without backups, in which members die. */
class OnLossTest {
    private static final int WIDTH = ManualCluster.PARTITIONS;
    private static final int KEYS = 20;
    private static final Maps MAPS = Maps.of(1, Map.of("cache", 0));
    private static final Bytes CACHE = Bytes.owning(new byte[] {'c', 'a', 'c', 'h', 'e'});
    private static final Bytes SAFE = Bytes.of((byte) 'm');
    private static final OnLoss EMPTY = new OnLoss(OnLoss.Action.EMPTY, 0);

    private final ManualCluster cluster = new ManualCluster();

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
        assertEquals(List.of(declared(master, lost, dead)), declarations(master));
    }

    private static List<String> declarations(Node master) {
        return master.log.stream().filter(line -> line.contains("lost")).toList();
    }

    private static String declared(Node master, List<Integer> lost, Node dead) {
        return master.number() + " -1 " + lost.size() + (lost.size() == 1 ? " partition" : " partitions")
                + " of maps with 0 backups are declared lost: the members with the only copies are gone ("
                + dead.number() + ")";
    }

    /** A member that died before is gone, too, but held none of the copies that are lost now. */
    @Test
    void membersThatHeldNoCopyAreNotNamed() throws IOException {
        List<Node> nodes = running(5, EMPTY);
        Node master = master(nodes);
        List<String> expected = new ArrayList<>();
        for (Node dead : others(nodes).subList(0, 2)) {
            List<Integer> lost = alone(master, dead.number());
            dead.crash();
            expected.add(declared(master, lost, dead));
            pass(6_000);
        }
        assertEquals(expected, declarations(master));
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
    }

    @Test
    void partitionIsDeclaredLostAfterTheDelay() throws IOException {
        List<Node> nodes = running(3, new OnLoss(OnLoss.Action.EMPTY, 10));
        Node master = master(nodes);
        Node dead = others(nodes).get(0);
        List<Integer> lost = alone(master, dead.number());
        dead.crash();
        pass(12_500);
        assertEquals(lost, alone(master, dead.number()), "it may come back");
        pass(1_000);
        assertEquals(List.of(), alone(master, dead.number()));
    }

    /** The engine's clock runs slower with fewer heartbeats, and a second stays a second. */
    @Test
    void delayIsGivenToTheEngineInItsOwnTime() {
        Setup setup = new Setup(MemberSet.of(1), 1, 1, 1);
        OnLoss onLoss = new OnLoss(OnLoss.Action.EMPTY, 10);
        assertEquals(10_000_000, onLoss.addTo(setup, new EngineClock(100)).lossDelay());
        assertEquals(1_000_000, onLoss.addTo(setup, new EngineClock(1_000)).lossDelay());
        assertEquals(Setup.NEVER, OnLoss.WAIT.addTo(setup, new EngineClock(100)).lossDelay());
        assertThrows(IllegalArgumentException.class, () -> setup.withLossDelay(-2));
    }

    /** Two of five die at once, and with them both copies of some keys. */
    @Test
    void partitionWithBackupsWaitsForTheOperator() throws IOException {
        List<Node> nodes = running(5, EMPTY);
        Node master = master(nodes);
        Configuration gone = IntStream.range(0, WIDTH)
                .mapToObj(p -> decided(master, p))
                .filter(c -> !c.isReplica(master.number()))
                .findFirst()
                .orElseThrow();
        nodes.stream().filter(it -> gone.isReplica(it.number())).toList().forEach(Node::crash);
        pass(6_000);
        assertTrue(IntStream.range(0, WIDTH)
                .anyMatch(p -> gone.inSync().containsAll(decided(master, p).inSync())));
        assertTrue(IntStream.range(WIDTH, 2 * WIDTH)
                .noneMatch(p -> gone.inSync().containsAll(decided(master, p).inSync())));
    }

    @Test
    void delayIsNotNegative() {
        assertThrows(IllegalArgumentException.class, () -> new OnLoss(OnLoss.Action.EMPTY, -1));
        assertEquals("empty", OnLoss.Action.EMPTY.toString());
    }
}
