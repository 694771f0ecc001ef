package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.CallException;
import io.godwit.client.CallException.Outcome;
import io.godwit.client.Change;
import io.godwit.client.ChangePositions;
import io.godwit.client.ChangeReader;
import io.godwit.client.ChangesForgottenException;
import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.member.config.MemberConfig;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Readers of a map's changes, in clusters of members in one process. */
@Timeout(300)
class ChangesTest {
    private static final int PARTITIONS = 7;
    private static final MemberConfig CONFIG = MemberConfig.of("dev", "m").withPartitions(PARTITIONS, 1);
    private static final Duration SOON = Duration.ofSeconds(60);

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String text(Change change) {
        return change.kind() + " " + new String(change.key(), UTF_8) + " " + new String(change.value(), UTF_8);
    }

    /** The changes of a key, in their order. */
    private static List<String> of(String key, List<Change> changes) {
        return changes.stream()
                .filter(change -> new String(change.key(), UTF_8).equals(key))
                .map(ChangesTest::text)
                .toList();
    }

    private static void read(ChangeReader reader, int count, List<Change> into) {
        while (into.size() < count) {
            into.addAll(reader.poll(SOON));
        }
    }

    @Test
    void readerSeesWhatTookEffectInOrder() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(2);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                map.put(bytes("before"), bytes("x"));
                ChangeReader reader = map.changes();
                assertEquals(List.of(), reader.poll(Duration.ZERO));
                map.put(bytes("a"), bytes("1"));
                map.putIfAbsent(bytes("a"), bytes("2"));
                map.replace(bytes("a"), bytes("1"), bytes("3"));
                map.replace(bytes("a"), bytes("1"), bytes("4"));
                map.remove(bytes("a"));
                map.remove(bytes("a"));
                map.putIfAbsent(bytes("a"), bytes("5"), Duration.ofHours(1));
                client.map("other").put(bytes("a"), bytes("6"));
                map.append(bytes("list"), bytes("i"));
                map.add(bytes("set"), bytes("e"));
                map.add(bytes("set"), bytes("e"));
                map.increment(bytes("n"), 7);
                List<Change> changes = new ArrayList<>();
                read(reader, 7, changes);
                assertEquals(List.of("PUT a 1", "PUT a 3", "REMOVE a ", "PUT a 5"), of("a", changes));
                assertEquals(List.of("APPEND list i"), of("list", changes));
                assertEquals(List.of("ADD set e"), of("set", changes));
                assertEquals(1, of("n", changes).size());
                assertEquals(7, changes.size());
                map.clear();
                changes.clear();
                read(reader, PARTITIONS, changes);
                assertEquals(
                        IntStream.range(0, PARTITIONS).boxed().collect(Collectors.toSet()),
                        changes.stream().map(Change::partition).collect(Collectors.toSet()));
                assertTrue(changes.stream().allMatch(change -> change.kind() == Change.Kind.CLEAR));
                assertEquals(
                        "CLEAR of partition " + changes.get(0).partition(),
                        changes.get(0).toString());
            }
        }
    }

    @Test
    void readerGoesOnThroughTheEndOfAMemberAndAMigration() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(3);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                ChangeReader reader = map.changes();
                List<Change> changes = new ArrayList<>();
                Map<String, List<String>> written = new TreeMap<>();
                for (int i = 0; i < 300; i++) {
                    if (i == 100) {
                        cluster.running().get(0).close();
                    } else if (i == 200) {
                        cluster.join();
                    }
                    String key = "k" + i % 20;
                    map.put(bytes(key), bytes("" + i));
                    written.computeIfAbsent(key, it -> new ArrayList<>()).add("PUT " + key + " " + i);
                    changes.addAll(reader.poll(Duration.ZERO));
                }
                read(reader, 300, changes);
                assertEquals(300, changes.size());
                written.forEach((key, all) -> assertEquals(all, of(key, changes)));
            }
        }
    }

    @Test
    void storedPositionsGoOnWhereTheReaderWas(@TempDir Path directory) throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG).durable(directory)) {
            cluster.found(1);
            String stored;
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                ChangeReader reader = map.changes();
                map.put(bytes("a"), bytes("1"));
                read(reader, 1, new ArrayList<>());
                stored = reader.positions().toString();
                map.put(bytes("a"), bytes("2"));
            }
            cluster.restartAll();
            try (GodwitClient client = cluster.client()) {
                ChangeReader reader = client.map("m").changes(ChangePositions.parse(stored));
                List<Change> changes = new ArrayList<>();
                read(reader, 1, changes);
                assertEquals(List.of("PUT a 2"), of("a", changes));
            }
        }
    }

    @Test
    void readerThatIsToldOfAGapStartsAgain() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                for (int i = 0; i < 50; i++) {
                    map.put(bytes("k" + i), new byte[40_000]);
                }
                map.append(bytes("list"), bytes("i"));
                map.append(bytes("list"), bytes("j"));
                // Places that the logs never had, of a version that they had.
                String never = "m:" + String.join(",", Collections.nCopies(PARTITIONS, "1000000.1.1"));
                ChangeReader reader = map.changes(ChangePositions.parse(never));
                ChangesForgottenException gap = assertThrows(ChangesForgottenException.class, () -> reader.poll(SOON));
                assertEquals(PARTITIONS, gap.partitions().size());
                assertThrows(ChangesForgottenException.class, () -> reader.poll(SOON));
                List<Change> all = new ArrayList<>();
                reader.restart(all::add);
                assertEquals(
                        PARTITIONS,
                        all.stream()
                                .filter(it -> it.kind() == Change.Kind.CLEAR)
                                .count());
                assertEquals(PARTITIONS + 52, all.size());
                assertEquals(List.of("APPEND list i", "APPEND list j"), of("list", all));
                map.append(bytes("list"), bytes("k"));
                List<Change> changes = new ArrayList<>();
                read(reader, 1, changes);
                assertEquals(List.of("APPEND list k"), of("list", changes));
                List<Change> again = new ArrayList<>();
                map.changes(again::add);
                assertEquals(PARTITIONS + 53, again.size());
            }
        }
    }

    /** Fills several pages of a scan of the only partition, and puts a number on the first and on the last one. */
    private static void fill(GodwitMap map) {
        map.increment(bytes("a"), 1);
        for (int i = 0; i < 20; i++) {
            map.put(bytes("k" + i), new byte[40_000]);
        }
        map.increment(bytes("z"), 1);
    }

    /** The numbers that changes come to. */
    private static Map<String, Long> numbers(List<Change> changes) {
        Map<String, Long> numbers = new TreeMap<>();
        for (Change change : changes) {
            String key = new String(change.key(), UTF_8);
            long number = change.value().length == Long.BYTES
                    ? ByteBuffer.wrap(change.value()).getLong()
                    : 0;
            switch (change.kind()) {
                case CLEAR -> numbers.clear();
                case INCREMENT -> numbers.merge(key, number, Long::sum);
                default -> numbers.put(key, number);
            }
        }
        numbers.keySet().retainAll(List.of("a", "z"));
        return numbers;
    }

    private static List<Change> next(GodwitMap map, ChangePositions positions) {
        map.put(bytes("last"), bytes("x"));
        List<Change> changes = new ArrayList<>();
        read(map.changes(positions), 1, changes);
        return changes;
    }

    /** Pages of a scan are of different places in the log. What was written between them is in some, and is a change for the others. */
    @Test
    void whatIsWrittenDuringAScanIsGivenOnce() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG.withPartitions(1, 1))) {
            cluster.found(1);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                fill(map);
                List<Change> all = new ArrayList<>();
                ChangeReader reader = map.changes(change -> {
                    all.add(change);
                    if (all.size() == 2) {
                        map.increment(bytes("a"), 10);
                        map.increment(bytes("z"), 10);
                        map.increment(bytes("a"), 100);
                        map.remove(bytes("k9"));
                    }
                });
                assertEquals(
                        List.of(Change.Kind.PUT, Change.Kind.INCREMENT, Change.Kind.INCREMENT),
                        all.stream()
                                .filter(it -> new String(it.key(), UTF_8).equals("a"))
                                .map(Change::kind)
                                .toList());
                assertEquals(1, of("z", all).size());
                assertEquals(List.of(), of("k9", all), "it was removed before its page was read");
                assertEquals(Map.of("a", 111L, "z", 11L), numbers(all));
                assertEquals(
                        List.of("PUT last x"),
                        next(map, reader.positions()).stream()
                                .map(ChangesTest::text)
                                .toList());
            }
        }
    }

    @Test
    void mapThatIsClearedDuringAScanIsScannedAgain() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG.withPartitions(1, 1))) {
            cluster.found(1);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                fill(map);
                List<Change> all = new ArrayList<>();
                ChangeReader reader = map.changes(change -> {
                    all.add(change);
                    if (all.size() == 2) {
                        map.increment(bytes("z"), 10);
                        map.clear();
                        map.increment(bytes("a"), 5);
                        map.increment(bytes("z"), 5);
                    }
                });
                assertEquals(Map.of("a", 5L, "z", 5L), numbers(all));
                assertEquals(
                        2,
                        all.stream()
                                .filter(it -> it.kind() == Change.Kind.CLEAR)
                                .count());
                assertEquals(
                        List.of("PUT last x"),
                        next(map, reader.positions()).stream()
                                .map(ChangesTest::text)
                                .toList());
            }
        }
    }

    @Test
    void positionsThatNeverWereAreRefused() throws Exception {
        for (String text : List.of("", "1", "1.2", "1.2.3.4", "a.b.c", "-1.0.0", "1.0.0", "0.1.1", "1.3.2")) {
            assertThrows(IllegalArgumentException.class, () -> ChangePositions.parse("m:" + text), text);
            assertThrows(IllegalArgumentException.class, () -> ChangePositions.parse(text), text);
        }
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            ClientConfig config = ClientConfig.of("dev", cluster.addresses()).withTimeout(Duration.ofMillis(500));
            try (GodwitClient client = GodwitClient.connect(config)) {
                GodwitMap map = client.map("m");
                IllegalArgumentException few = assertThrows(
                        IllegalArgumentException.class, () -> map.changes(ChangePositions.parse("m:0.0.0")));
                assertTrue(few.getMessage().contains("of 1 partitions; the map has 7"), few.getMessage());
                IllegalArgumentException other = assertThrows(
                        IllegalArgumentException.class,
                        () -> map.changes(client.map("a: *,%\u00e9").changes().positions()));
                assertEquals("positions of the map \"a: *,%\u00e9\"; this is \"m\"", other.getMessage());
                ChangePositions odd = client.map("a: *,%\u00e9").changes().positions();
                assertTrue(odd.toString().startsWith("a%3A+%2A%2C%25%C3%A9:"), odd.toString());
                assertEquals(odd, ChangePositions.parse(odd.toString()));
                String newer = "m:" + String.join(",", Collections.nCopies(PARTITIONS, "1.99999999999.99999999999"));
                ChangeReader reader = map.changes(ChangePositions.parse(newer));
                CallException late = assertThrows(CallException.class, () -> reader.poll(Duration.ZERO));
                assertEquals(Outcome.NOT_DONE, late.outcome());
            }
        }
    }

    @Test
    void contentsAndChangesMakeTheMap() throws Exception {
        try (TestCluster cluster = new TestCluster(CONFIG)) {
            cluster.found(1);
            try (GodwitClient client = cluster.client()) {
                GodwitMap map = client.map("m");
                map.put(bytes("a"), bytes("1"));
                map.put(bytes("b"), bytes("2"));
                Map<String, String> copy = new HashMap<>();
                ChangeReader reader = map.changes(change -> apply(change, copy));
                assertEquals(Map.of("a", "1", "b", "2"), copy);
                map.remove(bytes("a"));
                map.put(bytes("c"), bytes("3"));
                List<Change> changes = new ArrayList<>();
                read(reader, 2, changes);
                changes.forEach(change -> apply(change, copy));
                assertEquals(Map.of("b", "2", "c", "3"), copy);
            }
        }
    }

    private static void apply(Change change, Map<String, String> copy) {
        switch (change.kind()) {
            case PUT -> copy.put(new String(change.key(), UTF_8), new String(change.value(), UTF_8));
            case REMOVE -> copy.remove(new String(change.key(), UTF_8));
            default -> assertEquals(Change.Kind.CLEAR, change.kind());
        }
    }
}
