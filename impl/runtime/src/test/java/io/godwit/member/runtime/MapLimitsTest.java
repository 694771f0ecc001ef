package io.godwit.member.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.runtime.ManualCluster.Client;
import io.godwit.member.runtime.ManualCluster.Node;
import io.godwit.member.runtime.MapLimits.Refusal;
import io.godwit.member.runtime.MapSettings.EvictionPolicy;
import io.godwit.member.runtime.MapSettings.SizeLimit;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Refused;
import io.godwit.protocol.map.Result.Unmet;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Maps that may have so many entries. */
class MapLimitsTest {
    private static final Bytes CACHE = name("cache");
    private static final Bytes STRICT = name("strict");
    private static final Bytes SMALL = name("small");
    private static final Bytes TINY = name("tiny");
    private static final Bytes VALUE = name("v");
    private static final int WIDTH = ManualCluster.PARTITIONS;
    /** A partition of {@link #CACHE} and of {@link #STRICT} may have so many entries. */
    private static final int SHARE = 5;

    private static final int FULL = SHARE * WIDTH;
    private static final MapSettings SETTINGS = MapSettings.NONE.withEntries(Map.of(
            "cache",
            new SizeLimit(FULL + WIDTH - 1, EvictionPolicy.RANDOM),
            "strict",
            new SizeLimit(FULL, EvictionPolicy.NONE),
            "small",
            new SizeLimit(1, EvictionPolicy.NONE),
            "tiny",
            new SizeLimit(WIDTH - 1, EvictionPolicy.RANDOM)));
    private static final Done DONE = new Done(List.of());

    private final ManualCluster cluster = new ManualCluster();
    private final MapLimits limits = new MapLimits(SETTINGS);
    private Log log = Log.EMPTY;

    private static Bytes name(String text) {
        return Bytes.owning(text.getBytes(UTF_8));
    }

    private static OnMap on(Bytes map, Verb verb, int key) {
        return new OnMap(verb, map, Bytes.ofNumber(key), Bytes.ofNumber(1), Bytes.EMPTY);
    }

    private static OnMap put(Bytes map, int key) {
        return on(map, Verb.PUT, key);
    }

    private static OnMap get(Bytes map, int key) {
        return new OnMap(Verb.GET, map, Bytes.ofNumber(key), Bytes.EMPTY, Bytes.EMPTY);
    }

    private static OnMap putUntil(int key, long due) {
        return new OnMap(Verb.PUT_UNTIL, CACHE, Bytes.ofNumber(key), VALUE, Bytes.ofNumber(due));
    }

    private void write(OnMap write) {
        log = log.append(new LogEntry(new Version(1, 1), 7, log.length() + 1, write));
    }

    private boolean isRefused(OnMap write) {
        return limits.refusal(write, log, 3, WIDTH).isPresent();
    }

    private Optional<Bytes> victim(OnMap write) {
        Optional<OnMap> removal = limits.removal(write, log, WIDTH, 0);
        removal.ifPresent(it -> {
            assertEquals(Verb.REMOVE, it.verb());
            assertEquals(write.map(), it.map());
        });
        return removal.map(OnMap::keyBytes);
    }

    @Test
    void newKeyIsRefusedWhereThePartitionHasItsShare() {
        for (int key = 0; key < SHARE; key++) {
            assertEquals(Optional.empty(), limits.refusal(put(STRICT, key), log, 3, WIDTH));
            write(put(STRICT, key));
        }
        assertEquals(
                Optional.of("partition 3 of the map has 5 entries; its share of max-entries is 5"),
                limits.refusal(put(STRICT, SHARE), log, 3, WIDTH).map(Refusal::why));
        assertEquals(Optional.empty(), victim(put(STRICT, SHARE)));
        for (Verb verb : List.of(Verb.PUT_IF_ABSENT, Verb.INCREMENT, Verb.APPEND, Verb.ADD)) {
            assertTrue(isRefused(on(STRICT, verb, SHARE)), verb::toString);
        }
        for (Verb verb : List.of(Verb.PUT_FOR, Verb.PUT_IF_ABSENT_FOR)) {
            OnMap timed = new OnMap(verb, STRICT, Bytes.ofNumber(SHARE), VALUE, Bytes.ofNumber(9));
            assertTrue(isRefused(timed), verb::toString);
        }
        assertEquals(Optional.empty(), limits.refusal(put(name("other"), SHARE), log, 3, WIDTH));
        assertEquals(Optional.empty(), limits.refusal(put(CACHE, SHARE), log, 3, WIDTH));
    }

    /** What a full map has may be changed and removed. */
    @Test
    void writeThatAddsNothingIsTaken() {
        for (int key = 0; key < SHARE; key++) {
            write(put(STRICT, key));
            write(put(CACHE, key));
        }
        for (Bytes map : List.of(STRICT, CACHE)) {
            for (Verb verb : List.of(Verb.PUT, Verb.PUT_IF_ABSENT, Verb.INCREMENT, Verb.APPEND, Verb.ADD)) {
                assertEquals(Optional.empty(), limits.refusal(on(map, verb, 0), log, 3, WIDTH), verb::toString);
                assertEquals(Optional.empty(), victim(on(map, verb, 0)), verb::toString);
            }
            for (Verb verb : List.of(Verb.REPLACE, Verb.REMOVE, Verb.CLEAR, Verb.GET)) {
                assertEquals(Optional.empty(), limits.refusal(on(map, verb, 99), log, 3, WIDTH), verb::toString);
                assertEquals(Optional.empty(), victim(on(map, verb, 99)), verb::toString);
            }
        }
    }

    @Test
    void partitionHasAtLeastOneEntry() {
        assertEquals(Optional.empty(), limits.refusal(put(SMALL, 1), log, 3, WIDTH));
        assertEquals(Optional.empty(), victim(put(TINY, 1)));
        write(put(SMALL, 1));
        write(put(TINY, 1));
        assertTrue(isRefused(put(SMALL, 2)));
        assertEquals(Optional.of(Bytes.ofNumber(1)), victim(put(TINY, 2)));
    }

    /** A new log picks other entries. */
    @Test
    void anyEntryMayBeRemoved() {
        for (int key = 0; key < SHARE; key++) {
            write(put(CACHE, key));
        }
        Set<Bytes> victims = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            victims.add(victim(put(CACHE, 99)).orElseThrow());
            write(put(CACHE, 0));
        }
        assertEquals(SHARE, victims.size());
    }

    @Test
    void entryThatIsDueFirstIsMostLikelyRemoved() {
        for (int key = 0; key < SHARE; key++) {
            write(key == 3 ? putUntil(key, 100) : key == 4 ? putUntil(key, 200) : put(CACHE, key));
        }
        int first = 0;
        for (int i = 0; i < 100; i++) {
            first += victim(put(CACHE, 99)).orElseThrow().equals(Bytes.ofNumber(3)) ? 1 : 0;
            write(putUntil(3, 100));
        }
        assertTrue(first > 40, first + " of 100");
    }

    private static int size(Node primary, int partition, Bytes map) {
        return primary.state().data().replica(partition).log().content().maps().size(map);
    }

    /** The sizes of a map in the partitions of their primaries. */
    private static List<Integer> sizes(List<Node> nodes, Bytes map) {
        return IntStream.range(0, WIDTH)
                .mapToObj(p -> nodes.stream()
                        .filter(it -> it.state().data().isPrimary(p))
                        .mapToInt(it -> size(it, p, map))
                        .max()
                        .orElseThrow())
                .toList();
    }

    @Test
    void mapStaysWithinItsLimitAtEachPrimary() throws IOException {
        List<Node> nodes = cluster.founders(3, SETTINGS);
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        for (int key = 0; key < 4 * FULL; key++) {
            assertEquals(DONE, client.call(put(CACHE, key), false));
            assertEquals(new Found(List.of(Bytes.ofNumber(1))), client.call(get(CACHE, key), false));
        }
        assertEquals(List.of(SHARE, SHARE, SHARE, SHARE), sizes(nodes, CACHE));
        nodes.get(2).crash();
        cluster.environment.pass(5_000);
        assertEquals(FULL, client.callOnPartitions(Verb.SIZE, CACHE, false));
        for (int key = 0; key < 2 * FULL; key++) {
            assertEquals(DONE, client.call(put(CACHE, 1_000 + key), false));
            assertEquals(FULL, client.callOnPartitions(Verb.SIZE, CACHE, false));
        }
        assertEquals(List.of(SHARE, SHARE, SHARE, SHARE), sizes(nodes.subList(0, 2), CACHE));
        assertEquals(FULL, client.callOnPartitions(Verb.SIZE, CACHE, true), "all copies have removed the same");
    }

    @Test
    void putThatIsOneTooManyIsNotDone() throws IOException {
        cluster.founders(3, SETTINGS);
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        int refused = 0;
        for (int key = 0; key < 4 * FULL; key++) {
            int partition = Bytes.ofNumber(key).partition(WIDTH);
            boolean full = IntStream.range(0, key)
                            .filter(it -> Bytes.ofNumber(it).partition(WIDTH) == partition)
                            .count()
                    >= SHARE;
            if (full) {
                String why = client.refusal(put(STRICT, key));
                assertTrue(
                        why.contains(
                                "partition " + partition + " of the map has 5 entries; its share of max-entries is 5"),
                        why);
                assertEquals(new Found(List.of()), client.call(get(STRICT, key), false));
                refused++;
            } else {
                assertEquals(DONE, client.call(put(STRICT, key), false));
            }
        }
        assertEquals(3 * FULL, refused);
        assertEquals(FULL, client.callOnPartitions(Verb.SIZE, STRICT, false));
        assertEquals(new Done(List.of(1L)), client.call(on(STRICT, Verb.REMOVE, 0), false));
        assertEquals(DONE, client.call(put(STRICT, 0), false));
        assertEquals(new Unmet(), client.call(on(STRICT, Verb.REPLACE, 4 * FULL), false));
    }

    private static Log log(Node node, int partition) {
        return node.state().data().replica(partition).log();
    }

    /** Its first attempt has made room, or was taken before the map was full. */
    @Test
    void repeatedCallIsAnsweredAndRemovesNothing() throws IOException {
        Node lone = cluster.founders(1, SETTINGS).get(0);
        cluster.environment.pass(3_000);
        Receiver receiver = lone.member().client();
        RecordedConnection connection = new RecordedConnection(WIDTH);
        long call = 0;
        for (Bytes map : List.of(SMALL, TINY)) {
            call++;
            int partition = Bytes.ofNumber(0).partition(WIDTH);
            int other = IntStream.range(1, 100)
                    .filter(key -> Bytes.ofNumber(key).partition(WIDTH) == partition)
                    .findFirst()
                    .orElseThrow();
            Frame first = new Frame.Call(7, call, 0, put(map, 0), false);
            Frame remove = new Frame.Call(8, call, 0, on(map, Verb.REMOVE, 0), false);
            Frame second = new Frame.Call(9, call, 0, put(map, other), false);
            for (Frame frame : List.of(first, remove, second)) {
                receiver.received(connection.connection(), frame);
                cluster.environment.pass(100);
            }
            connection.sent();
            int length = log(lone, partition).length();
            receiver.received(connection.connection(), first);
            cluster.environment.pass(100);
            assertEquals(List.of(new Frame.Answer(7, call, DONE)), connection.sent());
            assertEquals(length, log(lone, partition).length());
        }
    }

    /** Two go for each one that comes. */
    @Test
    void mapThatHasMoreThanItsLimitShrinks() throws IOException {
        MapSettings small = MapSettings.NONE.withEntries(Map.of("before", new SizeLimit(WIDTH, EvictionPolicy.RANDOM)));
        Node lone = cluster.founders(1, small).get(0);
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        Bytes map = name("before");
        Bytes others = name("others");
        for (int key = 0; key < FULL; key++) {
            assertEquals(DONE, client.call(put(others, key), false));
        }
        assertEquals(FULL, client.callOnPartitions(Verb.SIZE, others, false), "it has no limit");
        // Writes of another primary, which had no limit.
        List<Integer> keys = IntStream.range(0, 1_000)
                .filter(key -> Bytes.ofNumber(key).partition(WIDTH) == 0)
                .limit(14)
                .boxed()
                .toList();
        for (int key : keys.subList(0, 10)) {
            lone.member().submit(new Event.Call(99, 1 + key, 0, put(map, key)));
        }
        cluster.environment.pass(100);
        assertEquals(10, size(lone, 0, map));
        for (int i = 10; i < 14; i++) {
            assertEquals(DONE, client.call(put(map, keys.get(i)), false));
            assertEquals(19 - i, size(lone, 0, map));
        }
    }

    /** A backup does not know whether the write that fills the partition counts. */
    @Test
    void onlyThePrimaryRefuses() throws IOException {
        List<Node> nodes = cluster.founders(2, SETTINGS);
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        assertEquals(DONE, client.call(put(SMALL, 0), false));
        cluster.environment.pass(1_000);
        int partition = Bytes.ofNumber(0).partition(WIDTH);
        int other = IntStream.range(1, 100)
                .filter(key -> Bytes.ofNumber(key).partition(WIDTH) == partition)
                .findFirst()
                .orElseThrow();
        for (Node node : nodes) {
            assertEquals(1, size(node, partition, SMALL));
            RecordedConnection connection = new RecordedConnection(WIDTH);
            node.member().client().received(connection.connection(), new Frame.Call(7, 1, 0, put(SMALL, other), false));
            cluster.environment.pass(100);
            Result result = ((Frame.Answer) connection.sent().get(0)).result();
            assertEquals(node.state().data().isPrimary(partition), result instanceof Refused, result::toString);
        }
    }

    private static OnMap put(Bytes map, int key, int bytes) {
        return new OnMap(Verb.PUT, map, Bytes.ofNumber(key), Bytes.owning(new byte[bytes]), Bytes.EMPTY);
    }

    /** A key has eight bytes, a share a hundred. */
    private static MapSettings bytes(EvictionPolicy evict) {
        return MapSettings.NONE.withBytes(Map.of("strict", new SizeLimit(100 * WIDTH + 3, evict)));
    }

    private String refusal(MapLimits byBytes, OnMap write) {
        return byBytes.refusal(write, log, 3, WIDTH).map(Refusal::why).orElse("");
    }

    @Test
    void writeThatMakesAPartitionTooLargeIsRefused() {
        MapLimits byBytes = new MapLimits(bytes(EvictionPolicy.NONE));
        write(put(STRICT, 1, 42));
        assertEquals("", refusal(byBytes, put(STRICT, 2, 42)));
        String why = "partition 3 of the map has 50 bytes, and would have 101; its share of max-bytes is 100";
        assertEquals(why, refusal(byBytes, put(STRICT, 2, 43)));
        assertEquals("", refusal(byBytes, put(name("other"), 2, 43)));
        assertEquals("", refusal(byBytes, put(STRICT, 1, 92)), "it replaces what is there");
        assertEquals(
                "the key and its value would have 101 bytes; the share of max-bytes of a partition is 100",
                refusal(byBytes, put(STRICT, 1, 93)));
        write(put(STRICT, 2, 42));
        for (Verb verb : List.of(Verb.INCREMENT, Verb.APPEND, Verb.ADD, Verb.PUT_IF_ABSENT)) {
            assertTrue(refusal(byBytes, on(STRICT, verb, 3)).contains("would have 116"), verb::toString);
        }
        Bytes large = Bytes.owning(new byte[43]);
        OnMap replace = new OnMap(Verb.REPLACE, STRICT, Bytes.ofNumber(1), large, Bytes.owning(new byte[42]));
        assertTrue(refusal(byBytes, replace).contains("would have 101"));
        OnMap unmet = new OnMap(Verb.REPLACE, STRICT, Bytes.ofNumber(1), large, large);
        assertEquals("", refusal(byBytes, unmet));
        for (Verb verb : List.of(Verb.GET, Verb.REMOVE, Verb.CLEAR)) {
            assertEquals("", refusal(byBytes, on(STRICT, verb, 1)), verb::toString);
        }
        assertEquals(Optional.empty(), byBytes.removal(put(STRICT, 2, 43), log, WIDTH, 0));
    }

    /** It has more than its share since the limit was made lower. */
    @Test
    void writeThatMakesAPartitionSmallerIsTaken() {
        MapLimits byBytes = new MapLimits(bytes(EvictionPolicy.NONE));
        for (int key = 0; key < 4; key++) {
            write(put(STRICT, key, 42));
        }
        assertEquals("", refusal(byBytes, put(STRICT, 1, 41)));
        assertEquals("", refusal(byBytes, put(STRICT, 1, 42)));
        assertTrue(refusal(byBytes, put(STRICT, 1, 43)).contains("has 200 bytes, and would have 201"));
    }

    /** The write is taken all the same, and the next one removes more. */
    @Test
    void atMostSixteenEntriesGoForAWrite() throws IOException {
        SizeLimit share = new SizeLimit(400L * WIDTH, EvictionPolicy.RANDOM);
        Node lone = cluster.founders(1, MapSettings.NONE.withBytes(Map.of("strict", share)))
                .get(0);
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        List<Integer> keys = IntStream.range(0, 1_000)
                .filter(key -> Bytes.ofNumber(key).partition(WIDTH) == 0)
                .limit(42)
                .boxed()
                .toList();
        for (int key : keys.subList(0, 40)) {
            assertEquals(DONE, client.call(put(STRICT, key, 2), false));
        }
        assertEquals(40, size(lone, 0, STRICT));
        assertEquals(DONE, client.call(put(STRICT, keys.get(40), 392), false));
        assertEquals(25, size(lone, 0, STRICT));
        assertEquals(DONE, client.call(put(STRICT, keys.get(41), 2), false));
        assertTrue(lone.state().data().replica(0).log().content().maps().bytes(STRICT) <= 400);
    }

    @Test
    void entriesGoUntilThereIsRoomForTheBytes() {
        MapLimits byBytes = new MapLimits(bytes(EvictionPolicy.RANDOM));
        for (int key = 0; key < 10; key++) {
            write(put(STRICT, key, 2));
        }
        OnMap large = put(STRICT, 3, 82);
        assertEquals("", refusal(byBytes, large));
        int removed = 0;
        for (Optional<OnMap> removal = byBytes.removal(large, log, WIDTH, 0);
                removal.isPresent();
                removal = byBytes.removal(large, log, WIDTH, removed)) {
            assertTrue(!removal.get().keyBytes().equals(large.keyBytes()), "what is written stays");
            write(removal.get());
            removed++;
        }
        assertEquals(8, removed);
        write(large);
        assertEquals(100, log.content().maps().bytes(STRICT));
        assertTrue(refusal(byBytes, put(STRICT, 50, 93)).contains("the key and its value would have 101"));
    }

    @Test
    void mapStaysWithinItsBytesAtEachPrimary() throws IOException {
        List<Node> nodes = cluster.founders(3, bytes(EvictionPolicy.RANDOM));
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        for (int key = 0; key < 60; key++) {
            assertEquals(DONE, client.call(put(STRICT, key, key % 30), false));
            assertEquals(new Found(List.of(Bytes.owning(new byte[key % 30]))), client.call(get(STRICT, key), false));
        }
        for (int p = 0; p < WIDTH; p++) {
            int partition = p;
            Node primary = nodes.stream()
                    .filter(it -> it.state().data().isPrimary(partition))
                    .findFirst()
                    .orElseThrow();
            long bytes = log(primary, p).content().maps().bytes(STRICT);
            assertTrue(bytes > 50 && bytes <= 100, "partition " + p + ": " + bytes);
        }
        long evicted = nodes.stream()
                .mapToLong(it -> it.member().mapCounts().removed().get("strict").get("evicted"))
                .sum();
        assertEquals(60 - client.callOnPartitions(Verb.SIZE, STRICT, false), evicted);
        String why = client.refusal(put(STRICT, 1, 100));
        assertTrue(why.contains("the key and its value would have 108 bytes"), why);
        long refused = nodes.stream()
                .mapToLong(it -> it.member().mapCounts().refused().get("strict").get("max-bytes"))
                .sum();
        assertEquals(1, refused);
    }

    /** The engine takes no removal then. */
    @Test
    void nothingIsRemovedForAWriteThatIsNotTaken() throws IOException {
        Node lone = cluster.founders(1, SETTINGS).get(0);
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        int partition = Bytes.ofNumber(0).partition(WIDTH);
        int other = IntStream.range(1, 100)
                .filter(key -> Bytes.ofNumber(key).partition(WIDTH) == partition)
                .findFirst()
                .orElseThrow();
        assertEquals(DONE, client.call(put(TINY, 0), false));
        lone.member().submit(new Event.ChangeState(ClusterState.PASSIVE));
        cluster.environment.pass(1_000);
        String why = client.refusal(put(TINY, other));
        assertTrue(why.contains("PASSIVE"), why);
        assertEquals(0L, lone.member().mapCounts().removed().get("tiny").get("evicted"));
        assertEquals(new Found(List.of(Bytes.ofNumber(1))), client.call(get(TINY, 0), false));
    }

    @Test
    void limitThatMakesNoSenseIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new SizeLimit(-1, EvictionPolicy.NONE));
        assertThrows(IllegalArgumentException.class, () -> new SizeLimit(0, EvictionPolicy.RANDOM));
        assertThrows(IllegalArgumentException.class, () -> MapSettings.NONE.withEntries(Map.of("a*b", SizeLimit.NONE)));
    }
}
