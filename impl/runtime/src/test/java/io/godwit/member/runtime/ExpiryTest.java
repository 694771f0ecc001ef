package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a primary takes the removal of what is due. */
class ExpiryTest {
    private static final Bytes MAP = Bytes.of((byte) 'm');
    private static final int PARTITION = 3;
    private static final Version EPOCH = new Version(1, 1);
    /** Entries of this map are due 100 s after their last use, or up to 125 s. */
    private static final Bytes IDLE = Bytes.of((byte) 'i');

    private static final MapSettings SETTINGS = MapSettings.NONE.withIdleTimes(Map.of("i", 100));

    private Log log = Log.EMPTY;
    private boolean room = true;
    private boolean takes = true;
    private final List<OnMap> removals = new ArrayList<>();
    private final MapCounts counts = new MapCounts(SETTINGS);

    private final Expiry expiry = new Expiry(
            new Expiry.Primary() {
                @Override
                public Log log(int partition) {
                    assertEquals(PARTITION, partition);
                    return log;
                }

                @Override
                public boolean takesWrites(int partition) {
                    return room;
                }

                @Override
                public void take(Event event) {
                    Event.Call call = (Event.Call) event;
                    removals.add((OnMap) call.operation());
                    if (takes) {
                        write(call.client(), (OnMap) call.operation());
                    }
                }
            },
            SETTINGS,
            counts);

    private void write(long client, OnMap operation) {
        log = log.append(new LogEntry(new Version(1, 1), client, log.length() + 1, operation));
    }

    private static OnMap put(String key, long due) {
        return new OnMap(Verb.PUT_UNTIL, MAP, key(key), Bytes.ofNumber(7), Bytes.ofNumber(due));
    }

    private static Bytes key(String key) {
        return Bytes.of(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    /** The primary takes a put. */
    private void take(OnMap put) {
        write(9, put);
        expiry.taken(PARTITION, put);
    }

    private List<Bytes> removed(long now) {
        removals.clear();
        expiry.tick(now);
        return removals.stream().map(OnMap::keyBytes).toList();
    }

    @Test
    void removalIsTakenWhenTheClockIsThere() {
        expiry.look(PARTITION, EPOCH);
        take(put("a", 100));
        take(put("b", 50));
        assertEquals(List.of(), removed(49));
        assertEquals(List.of(key("b")), removed(50));
        assertEquals(List.of(key("a")), removed(1_000));
        assertNull(log.content().maps().cell(MAP, key("a")));
        assertEquals(List.of(), removed(10_000), "nothing is left");
    }

    @Test
    void newPrimaryFindsWhatOthersHaveTaken() {
        for (int i = 0; i < 2_500; i++) {
            write(9, put("k" + i, 100));
        }
        write(9, new OnMap(Verb.PUT, MAP, key("stays"), Bytes.EMPTY, Bytes.EMPTY));
        expiry.tick(100);
        assertEquals(List.of(), removals, "it is not the primary");
        expiry.look(PARTITION, EPOCH);
        expiry.look(PARTITION, EPOCH);
        int count = 0;
        for (int i = 0; i < 20; i++) {
            count += removed(100).size();
        }
        assertEquals(2_500, count);
        assertEquals(1, log.content().maps().size(MAP));
    }

    @Test
    void memberThatIsPrimaryNoMoreRemovesNothing() {
        expiry.look(PARTITION, EPOCH);
        take(put("a", 100));
        expiry.elsewhere(PARTITION);
        assertEquals(0, expiry.size());
        assertEquals(List.of(), removed(200));
        expiry.look(PARTITION, EPOCH);
        assertEquals(List.of(key("a")), removed(200), "it is again");
    }

    @Test
    void primaryOfANewVersionFindsWhatAnotherOneHasTakenMeanwhile() {
        expiry.look(PARTITION, EPOCH);
        take(put("a", 300));
        assertEquals(List.of(), removed(10));
        write(9, put("b", 100));
        write(9, put("a", 200));
        expiry.look(PARTITION, new Version(1, 3));
        assertEquals(List.of(key("b")), removed(100));
        assertEquals(List.of(key("a")), removed(200));
        assertEquals(List.of(), removed(10_000));
    }

    @Test
    void laterPutDecides() {
        expiry.look(PARTITION, EPOCH);
        take(put("later", 100));
        take(put("later", 300));
        take(put("stays", 100));
        write(9, new OnMap(Verb.PUT, MAP, key("stays"), Bytes.EMPTY, Bytes.EMPTY));
        take(put("earlier", 400));
        take(put("earlier", 100));
        assertEquals(List.of(), removed(99));
        assertEquals(List.of(key("earlier")), removed(100));
        assertEquals(List.of(key("later")), removed(300));
        assertEquals(List.of(), removed(10_000));
        assertEquals(1, log.content().maps().size(MAP));
    }

    @Test
    void removalThatHasNoEffectIsTakenAgain() {
        expiry.look(PARTITION, EPOCH);
        take(put("a", 100));
        takes = false;
        assertEquals(List.of(key("a")), removed(100));
        assertEquals(List.of(), removed(1_099));
        assertEquals(List.of(key("a")), removed(1_100));
        room = false;
        assertEquals(List.of(), removed(2_100));
        room = true;
        takes = true;
        assertEquals(List.of(key("a")), removed(3_100));
        assertEquals(0, log.content().maps().size(MAP));
        assertEquals(1L, counts.removed().get("*").get("expired"), "those that were not taken do not count");
    }

    /** A map may lose many more entries before they are due than it ever has. */
    @Test
    void removedKeyIsForgotten() {
        expiry.look(PARTITION, EPOCH);
        for (int i = 0; i < 100; i++) {
            take(put("k" + i, 100));
            OnMap remove = new OnMap(Verb.REMOVE, MAP, key("k" + i), Bytes.EMPTY, Bytes.EMPTY);
            write(9, remove);
            expiry.taken(PARTITION, remove);
        }
        assertEquals(0, expiry.size());
        take(put("k1", 300));
        take(put("k1", 200));
        assertEquals(1, expiry.size());
        assertEquals(List.of(), removed(199));
        assertEquals(List.of(key("k1")), removed(200));
    }

    /** The engine does not take a removal while the cluster is passive. */
    @Test
    void keyWhoseRemovalWasNotTakenIsRemovedWhenItIsDue() {
        expiry.look(PARTITION, EPOCH);
        take(put("a", 100));
        expiry.taken(PARTITION, new OnMap(Verb.REMOVE, MAP, key("a"), Bytes.EMPTY, Bytes.EMPTY));
        assertEquals(List.of(key("a")), removed(100));
    }

    private static OnMap onIdle(Verb verb, Bytes value) {
        return new OnMap(verb, IDLE, key("k"), value, Bytes.EMPTY);
    }

    private void use(long now) {
        removals.clear();
        expiry.used(PARTITION, onIdle(Verb.GET, Bytes.EMPTY), now);
    }

    private List<Verb> verbs(long now) {
        removed(now);
        return removals.stream().map(OnMap::verb).toList();
    }

    @Test
    void usedEntryIsTouchedWhenItIsDueTooEarly() {
        expiry.look(PARTITION, EPOCH);
        take(new OnMap(Verb.PUT_UNTIL, IDLE, key("k"), Bytes.EMPTY, Bytes.ofNumber(Cell.NEVER)).dueUnused(125_000));
        use(25_000);
        assertEquals(List.of(), removals, "it is due 100 s later");
        use(25_001);
        assertEquals(List.of(new OnMap(Verb.TOUCH, IDLE, key("k"), Bytes.ofNumber(150_001), Bytes.EMPTY)), removals);
        use(25_002);
        assertEquals(List.of(), removals, "it was touched");
        assertEquals(List.of(), verbs(150_000));
        assertEquals(List.of(Verb.REMOVE_EXPIRED), verbs(150_001));
        assertEquals(
                Map.of("expired", 0L, "idle", 1L, "evicted", 0L),
                counts.removed().get("i"));
        use(150_002);
        assertEquals(List.of(), removals, "it is gone");
    }

    @Test
    void entryIsNotTouchedWhereNothingMayBeWritten() {
        expiry.look(PARTITION, EPOCH);
        take(new OnMap(Verb.PUT_UNTIL, IDLE, key("k"), Bytes.EMPTY, Bytes.ofNumber(Cell.NEVER)).dueUnused(125_000));
        room = false;
        use(100_000);
        assertEquals(List.of(), removals);
        room = true;
        use(100_000);
        assertEquals(List.of(Verb.TOUCH), removals.stream().map(OnMap::verb).toList());
    }

    /** Of before the map had an idle time, or of an increment. */
    @Test
    void valueWithoutADueTimeGetsOne() {
        write(9, onIdle(Verb.PUT, Bytes.EMPTY));
        write(9, new OnMap(Verb.APPEND, IDLE, key("list"), Bytes.EMPTY, Bytes.EMPTY));
        expiry.look(PARTITION, EPOCH);
        assertEquals(List.of(Verb.TOUCH), verbs(1_000));
        assertEquals(126_000, log.content().maps().cell(IDLE, key("k")).due());
        assertEquals(List.of(), verbs(125_999));
        assertEquals(List.of(Verb.REMOVE_EXPIRED), verbs(126_000));
        OnMap increment = onIdle(Verb.INCREMENT, Bytes.ofNumber(1));
        write(9, increment);
        expiry.taken(PARTITION, increment);
        takes = false;
        assertEquals(List.of(Verb.TOUCH), verbs(200_000));
        takes = true;
        assertEquals(List.of(), verbs(200_999));
        assertEquals(List.of(Verb.TOUCH), verbs(201_000));
        assertEquals(List.of(Verb.REMOVE_EXPIRED), verbs(326_000));
    }

    /** The map had an idle time when they were put. */
    @Test
    void entryWhoseMapHasNoIdleTimeAnyMoreStays() {
        expiry.look(PARTITION, EPOCH);
        take(put("stays", Cell.NEVER).dueUnused(100));
        take(put("lives", 500).dueUnused(100));
        assertEquals(List.of(Verb.TOUCH, Verb.TOUCH), verbs(100));
        assertEquals(Cell.NEVER, log.content().maps().cell(MAP, key("stays")).due());
        assertEquals(500, log.content().maps().cell(MAP, key("lives")).due());
        assertEquals(List.of(), verbs(499));
        assertEquals(List.of(key("lives")), removed(1_100));
        assertEquals(List.of(), removed(10_000));
        assertEquals(0, expiry.size());
        assertEquals(1L, counts.removed().get("*").get("expired"));
    }

    @Test
    void newPrimaryGoesByTouchesOfOthers() {
        write(9, new OnMap(Verb.PUT_UNTIL, IDLE, key("k"), Bytes.EMPTY, Bytes.ofNumber(Cell.NEVER)).dueUnused(100));
        write(9, onIdle(Verb.TOUCH, Bytes.ofNumber(300)));
        expiry.look(PARTITION, EPOCH);
        assertEquals(List.of(), verbs(299));
        assertEquals(List.of(Verb.REMOVE_EXPIRED), verbs(300));
    }

    @Test
    void endOfALifetimeIsCountedAsThat() {
        expiry.look(PARTITION, EPOCH);
        take(new OnMap(Verb.PUT_UNTIL, IDLE, key("k"), Bytes.EMPTY, Bytes.ofNumber(150_000)).dueUnused(125_000));
        use(100_000);
        use(149_000);
        assertEquals(List.of(), removals, "its lifetime ends");
        assertEquals(List.of(Verb.REMOVE_EXPIRED), verbs(150_000));
        take(put("other", 100));
        assertEquals(List.of(Verb.REMOVE_EXPIRED), verbs(150_000));
        assertEquals(1L, counts.removed().get("i").get("expired"));
        assertEquals(1L, counts.removed().get("*").get("expired"));
    }

    @Test
    void manyAreRemovedInTurns() {
        expiry.look(PARTITION, EPOCH);
        for (int i = 0; i < 300; i++) {
            take(put("k" + i, 100));
        }
        assertEquals(256, removed(100).size());
        assertEquals(44, removed(100).size());
    }
}
