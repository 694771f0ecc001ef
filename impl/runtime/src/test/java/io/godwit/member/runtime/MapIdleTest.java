package io.godwit.member.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.runtime.ManualCluster.Client;
import io.godwit.member.runtime.ManualCluster.Node;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Unmet;
import io.godwit.protocol.quorum.data.log.Log;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Maps whose entries go when nobody uses them. */
class MapIdleTest {
    private static final Bytes MAP = name("recent");
    private static final Bytes BOTH = name("both");
    private static final Bytes OTHER = name("other");
    private static final Bytes KEY = name("k");
    private static final Bytes VALUE = name("v");
    private static final MapSettings MINUTE =
            MapSettings.NONE.withIdleTimes(Map.of("recent", 60, "both", 60)).withTimesToLive(Map.of("both", 100));
    private static final Done DONE = new Done(List.of());
    private static final Found FOUND = new Found(List.of(VALUE));
    private static final Found NOTHING = new Found(List.of());

    private final ManualCluster cluster = new ManualCluster();

    private static Bytes name(String text) {
        return Bytes.owning(text.getBytes(UTF_8));
    }

    private static OnMap on(Bytes map, Verb verb, Bytes value, Bytes expected) {
        return new OnMap(verb, map, KEY, value, expected);
    }

    private static OnMap on(Bytes map, Verb verb) {
        return on(map, verb, Bytes.EMPTY, Bytes.EMPTY);
    }

    private static OnMap put(Bytes map) {
        return on(map, Verb.PUT, VALUE, Bytes.EMPTY);
    }

    private static OnMap inLog(OnMap put) {
        return new MapLifetimes(MINUTE).inLog(put, NamedMaps.EMPTY, 1_000);
    }

    @Test
    void putIsDueLaterThanItsMapMayBeIdle() {
        OnMap idle = inLog(put(MAP));
        assertEquals(Verb.PUT_UNTIL, idle.verb());
        assertEquals(76_000, idle.due());
        assertEquals(Cell.NEVER, idle.latest());
        OnMap both = inLog(on(BOTH, Verb.PUT_IF_ABSENT, VALUE, Bytes.EMPTY));
        assertEquals(Verb.PUT_IF_ABSENT_UNTIL, both.verb());
        assertEquals(76_000, both.due());
        assertEquals(101_000, both.latest());
        OnMap brief = inLog(on(BOTH, Verb.PUT_FOR, VALUE, Bytes.ofNumber(5)));
        assertEquals(1_005, brief.due());
        assertEquals(1_005, brief.latest());
        OnMap forever = inLog(on(BOTH, Verb.PUT_FOR, VALUE, Bytes.ofNumber(Long.MAX_VALUE)));
        assertEquals(76_000, forever.due());
        assertEquals(Cell.NEVER, forever.latest());
        assertEquals(Verb.PUT, inLog(put(OTHER)).verb());
    }

    private Client running(int members) throws IOException {
        cluster.founders(members, MINUTE);
        cluster.environment.pass(3_000);
        return cluster.client(1);
    }

    private void pass(int seconds) {
        cluster.environment.pass(seconds * 1_000L);
    }

    @Test
    void entryThatNobodyUsesGoes() throws IOException {
        Client client = running(1);
        for (Bytes map : List.of(MAP, BOTH, OTHER)) {
            assertEquals(DONE, client.call(put(map), false));
        }
        pass(74);
        assertEquals(1, client.callOnPartitions(Verb.SIZE, MAP, false), "counting uses no entry");
        pass(2);
        assertEquals(NOTHING, client.call(on(MAP, Verb.GET), false));
        assertEquals(NOTHING, client.call(on(BOTH, Verb.GET), false));
        assertEquals(FOUND, client.call(on(OTHER, Verb.GET), false));
    }

    /** Whatever the use is, the entry stays for the idle time at least, and goes a quarter of that later at the latest. */
    @Test
    void usedEntryStays() throws IOException {
        Client client = running(1);
        assertEquals(DONE, client.call(put(MAP), false));
        for (int i = 0; i < 5; i++) {
            pass(59);
            assertEquals(FOUND, client.call(on(MAP, Verb.GET), false));
        }
        pass(59);
        assertEquals(FOUND, client.call(on(MAP, Verb.GET), true), "the primary answers it");
        pass(59);
        assertEquals(new Unmet(), client.call(on(MAP, Verb.PUT_IF_ABSENT, VALUE, Bytes.EMPTY), false));
        pass(59);
        assertEquals(new Unmet(), client.call(on(MAP, Verb.REPLACE, VALUE, KEY), false));
        pass(59);
        assertEquals(DONE, client.call(on(MAP, Verb.REPLACE, VALUE, VALUE), false));
        pass(59);
        assertEquals(FOUND, client.call(on(MAP, Verb.GET), false));
        pass(76);
        assertEquals(NOTHING, client.call(on(MAP, Verb.GET), false));
    }

    @Test
    void lifetimeEndsAlthoughTheEntryIsUsed() throws IOException {
        Client client = running(1);
        assertEquals(DONE, client.call(put(BOTH), false));
        pass(50);
        assertEquals(FOUND, client.call(on(BOTH, Verb.GET), false));
        pass(48);
        assertEquals(FOUND, client.call(on(BOTH, Verb.GET), false));
        pass(3);
        assertEquals(NOTHING, client.call(on(BOTH, Verb.GET), false));
    }

    @Test
    void numberThatIncrementsMakeGoes() throws IOException {
        Client client = running(1);
        OnMap increment = on(MAP, Verb.INCREMENT, Bytes.ofNumber(1), Bytes.EMPTY);
        assertEquals(new Done(List.of(1L)), client.call(increment, false));
        pass(59);
        assertEquals(new Done(List.of(2L)), client.call(increment, false));
        pass(59);
        assertEquals(new Found(List.of(Bytes.ofNumber(2))), client.call(on(MAP, Verb.GET), false));
        pass(76);
        assertEquals(NOTHING, client.call(on(MAP, Verb.GET), false));
    }

    private static Log log(Node node, int partition) {
        return node.state().data().replica(partition).log();
    }

    private static Node primary(List<Node> nodes, int partition) {
        return nodes.stream()
                .filter(it -> it.state().data().isPrimary(partition))
                .findFirst()
                .orElseThrow();
    }

    /** Many reads cost one write in a quarter of the idle time. */
    @Test
    void readsAreTouchedOnceInAQuarterOfTheIdleTime() throws IOException {
        List<Node> nodes = cluster.founders(1, MINUTE);
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        assertEquals(DONE, client.call(put(MAP), false));
        int partition = KEY.partition(ManualCluster.PARTITIONS);
        int length = log(nodes.get(0), partition).length();
        for (int i = 0; i < 150; i++) {
            assertEquals(FOUND, client.call(on(MAP, Verb.GET), false));
            cluster.environment.pass(990);
        }
        int touches = log(nodes.get(0), partition).length() - length;
        assertTrue(touches >= 8 && touches <= 10, touches + " in 150 s");
    }

    /** The touch is in the log before the read is answered, so that the next primary has it. */
    @Test
    void nextPrimaryHasTheTouchesOfAnsweredReads() throws IOException {
        List<Node> nodes = cluster.founders(3, MINUTE);
        cluster.environment.pass(3_000);
        int partition = KEY.partition(ManualCluster.PARTITIONS);
        Node first = primary(nodes, partition);
        Client client = cluster.client(nodes.indexOf(first) == 0 ? 2 : 1);
        assertEquals(DONE, client.call(put(MAP), false));
        pass(59);
        assertEquals(FOUND, client.call(on(MAP, Verb.GET), false));
        first.crash();
        List<Node> others = nodes.stream().filter(it -> it != first).toList();
        pass(50);
        assertTrue(primary(others, partition) != first);
        assertEquals(1, client.callOnPartitions(Verb.SIZE, MAP, false), "it was due, had it not been read");
        pass(27);
        assertEquals(NOTHING, client.call(on(MAP, Verb.GET), false));
        assertEquals(0, client.callOnPartitions(Verb.SIZE, MAP, true));
    }

    @Test
    void negativeIdleTimeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> MapSettings.NONE.withIdleTimes(Map.of("a", -1)));
        assertThrows(IllegalArgumentException.class, () -> MapSettings.NONE.withIdleTimes(Map.of("*", 1)));
    }
}
