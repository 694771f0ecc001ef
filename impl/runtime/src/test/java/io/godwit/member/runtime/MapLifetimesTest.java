package io.godwit.member.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
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
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Puts to maps whose entries have a lifetime. */
class MapLifetimesTest {
    private static final Bytes CACHE = name("cache-a");
    private static final Bytes OTHER = name("other");
    private static final Bytes KEY = name("k");
    private static final Bytes OLD = name("old");
    private static final Bytes NEW = name("new");
    private static final MapSettings MINUTE =
            MapSettings.NONE.withTimesToLive(Map.of("cache-*", 60, "cache-long", 3_600, "cache-kept", 0));
    private static final Done DONE = new Done(List.of());
    private static final int KEYS = 20;

    private final ManualCluster cluster = new ManualCluster();

    private static Bytes name(String text) {
        return Bytes.owning(text.getBytes(UTF_8));
    }

    private static OnMap on(Bytes map, Verb verb, Bytes value, Bytes expected) {
        return new OnMap(verb, map, KEY, value, expected);
    }

    /** When the entry of a put at time 1,000 is due. */
    private static long due(String map, Verb verb, Bytes expected) {
        OnMap inLog = new MapLifetimes(MINUTE).inLog(on(name(map), verb, NEW, expected), NamedMaps.EMPTY, 1_000);
        assertEquals(NEW, inLog.value());
        return inLog.verb() == verb ? Cell.NEVER : inLog.expected().number();
    }

    @Test
    void putHasTheLifetimeOfItsMap() {
        assertEquals(61_000, due("cache-a", Verb.PUT, Bytes.EMPTY));
        assertEquals(3_601_000, due("cache-long", Verb.PUT, Bytes.EMPTY));
        assertEquals(Cell.NEVER, due("cache-kept", Verb.PUT, Bytes.EMPTY));
        assertEquals(Cell.NEVER, due("other", Verb.PUT, Bytes.EMPTY));
        for (Verb verb : List.of(Verb.INCREMENT, Verb.APPEND, Verb.ADD, Verb.REMOVE, Verb.GET)) {
            OnMap call = on(CACHE, verb, Bytes.ofNumber(1), Bytes.EMPTY);
            assertSame(call, new MapLifetimes(MINUTE).inLog(call, NamedMaps.EMPTY, 1_000));
        }
    }

    @Test
    void lifetimeThatAPutNamesCounts() {
        assertEquals(1_005, due("cache-a", Verb.PUT_FOR, Bytes.ofNumber(5)));
        assertEquals(1_005, due("cache-a", Verb.PUT_IF_ABSENT_FOR, Bytes.ofNumber(5)));
        assertEquals(901_000, due("cache-a", Verb.PUT_FOR, Bytes.ofNumber(900_000)));
        assertEquals(1_005, due("other", Verb.PUT_FOR, Bytes.ofNumber(5)));
        assertEquals(Cell.NEVER, due("cache-a", Verb.PUT_FOR, Bytes.ofNumber(Long.MAX_VALUE)));
    }

    @Test
    void putIfAbsentHasTheLifetimeOfItsMap() {
        assertEquals(61_000, due("cache-a", Verb.PUT_IF_ABSENT, Bytes.EMPTY));
    }

    @Test
    void replacementHasTheLifetimeOfItsMap() throws IOException {
        Client client = running(1);
        client.call(on(CACHE, Verb.PUT_FOR, OLD, Bytes.ofNumber(1_000_000)), false);
        assertEquals(new Unmet(), client.call(on(CACHE, Verb.REPLACE, NEW, KEY), false));
        assertEquals(new Found(List.of(OLD)), client.call(get(CACHE, KEY), false));
        assertEquals(DONE, client.call(on(CACHE, Verb.REPLACE, NEW, OLD), false));
        assertEquals(DONE, client.call(on(OTHER, Verb.PUT, OLD, Bytes.EMPTY), false));
        assertEquals(DONE, client.call(on(OTHER, Verb.REPLACE, NEW, OLD), false));
        cluster.environment.pass(59_000);
        assertEquals(new Found(List.of(NEW)), client.call(get(CACHE, KEY), false));
        cluster.environment.pass(2_000);
        assertEquals(new Found(List.of()), client.call(get(CACHE, KEY), false));
        assertEquals(new Found(List.of(NEW)), client.call(get(OTHER, KEY), false));
        assertEquals(new Unmet(), client.call(on(CACHE, Verb.REPLACE, OLD, NEW), false));
    }

    private Client running(int members) throws IOException {
        cluster.founders(members, MINUTE);
        cluster.environment.pass(3_000);
        return cluster.client(1);
    }

    private static OnMap get(Bytes map, Bytes key) {
        return new OnMap(Verb.GET, map, key, Bytes.EMPTY, Bytes.EMPTY);
    }

    private static OnMap put(int key) {
        return new OnMap(Verb.PUT, CACHE, Bytes.ofNumber(key), NEW, Bytes.EMPTY);
    }

    @Test
    void entryThatHasItsLifetimeFromItsMapGoesAtTheNextPrimary() throws IOException {
        List<Node> nodes = cluster.founders(3, MINUTE);
        cluster.environment.pass(3_000);
        Client client = cluster.client(1);
        for (int key = 0; key < KEYS; key++) {
            assertEquals(DONE, client.call(put(key), false));
        }
        client.call(on(CACHE, Verb.PUT_FOR, OLD, Bytes.ofNumber(Long.MAX_VALUE)), false);
        client.call(on(OTHER, Verb.PUT, OLD, Bytes.EMPTY), false);
        int led = 0;
        for (int p = 0; p < ManualCluster.PARTITIONS; p++) {
            led += nodes.get(2).state().data().isPrimary(p) ? 1 : 0;
        }
        assertTrue(led > 0);
        nodes.get(2).crash();
        cluster.environment.pass(50_000);
        assertEquals(KEYS + 1, client.callOnPartitions(Verb.SIZE, CACHE, false));
        cluster.environment.pass(15_000);
        assertEquals(1, client.callOnPartitions(Verb.SIZE, CACHE, false));
        for (int key = 0; key < KEYS; key++) {
            assertEquals(new Found(List.of()), client.call(get(CACHE, Bytes.ofNumber(key)), false));
        }
        assertEquals(new Found(List.of(OLD)), client.call(get(CACHE, KEY), false));
        assertEquals(new Found(List.of(OLD)), client.call(get(OTHER, KEY), false));
    }

    /** The log has the time at which the first attempt is due. */
    @Test
    void repeatedCallIsDueWhenItsFirstAttemptWas() throws IOException {
        Node lone = cluster.founders(1, MINUTE).get(0);
        cluster.environment.pass(3_000);
        Receiver receiver = lone.member().client();
        RecordedConnection connection = new RecordedConnection(ManualCluster.PARTITIONS);
        Frame call = new Frame.Call(7, 1, 0, put(1), false);
        receiver.received(connection.connection(), call);
        cluster.environment.pass(50_000);
        receiver.received(connection.connection(), call);
        cluster.environment.pass(1_000);
        assertEquals(List.of(new Frame.Answer(7, 1, DONE), new Frame.Answer(7, 1, DONE)), connection.sent());
        assertEquals(1, cluster.client(1).callOnPartitions(Verb.SIZE, CACHE, false));
        cluster.environment.pass(10_000);
        assertEquals(0, cluster.client(1).callOnPartitions(Verb.SIZE, CACHE, false));
    }

    @Test
    void negativeLifetimeIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> MapSettings.NONE.withTimesToLive(Map.of("a", -1)));
        assertThrows(IllegalArgumentException.class, () -> MapSettings.NONE.withTimesToLive(Map.of("*", 1)));
    }
}
