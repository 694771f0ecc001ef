package io.godwit.protocol.classic.data;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.classic.data.Migration.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {
    private static final PartitionEntry FULL = PartitionEntry.of(5, 1, 2, 3);
    private static final PartitionEntry GAP = PartitionEntry.of(5, 1, 0, 3);
    private static final PartitionEntry ORPHAN = PartitionEntry.of(5, 0, 0, 3);
    private static final PartitionEntry LOST = PartitionEntry.of(5, 0, 0, 0);

    @Test
    void entryKnowsItsReplicas() {
        assertEquals(5, FULL.version());
        assertEquals(3, FULL.slots());
        assertEquals(2, FULL.replica(1));
        assertEquals(1, FULL.owner());
        assertTrue(FULL.holds(1));
        assertTrue(FULL.holds(3));
        assertFalse(FULL.holds(4));
        assertFalse(FULL.isBackup(1));
        assertTrue(FULL.isBackup(2));
        assertTrue(FULL.isBackup(3));
        assertEquals(MemberSet.of(2, 3), FULL.backups());
        assertEquals(MemberSet.of(3), GAP.backups());
        assertEquals(1, GAP.firstSurvivor());
        assertEquals(3, ORPHAN.firstSurvivor());
        assertEquals(Members.NONE, LOST.firstSurvivor());
        assertTrue(ORPHAN.isOrphan());
        assertFalse(LOST.isOrphan());
        assertFalse(GAP.isOrphan());
        assertTrue(LOST.isLost());
        assertFalse(ORPHAN.isLost());
    }

    @Test
    void entryKnowsWhoIsGone() {
        assertEquals(0, GAP.goneFrom(MemberSet.of(1, 3)));
        assertEquals(2, FULL.goneFrom(MemberSet.of(2, 4)));
        assertTrue(GAP.heldWithin(MemberSet.of(1, 3)));
        assertFalse(GAP.heldWithin(MemberSet.of(1, 2)));
        assertEquals(PartitionEntry.of(5, 0, 2, 0), FULL.within(MemberSet.of(2, 4)));
    }

    @Test
    void entryChanges() {
        assertEquals(PartitionEntry.of(7, 1, 2, 3), FULL.raised(2));
        assertSame(FULL, FULL.raised(0));
        assertEquals(PartitionEntry.of(9, 1, 2, 3), FULL.at(9));
        assertEquals(PartitionEntry.of(5, 1, 4, 3), FULL.with(1, 4));
        assertEquals(PartitionEntry.of(5, 1, 2, 3), FULL);
        assertEquals(PartitionEntry.of(5, 3, 0, 0), ORPHAN.promoted());
        assertEquals(
                PartitionEntry.of(5, 2, 0, 3), PartitionEntry.of(5, 0, 2, 3).promoted());
        assertEquals(LOST, LOST.promoted());
        assertEquals(PartitionEntry.of(0, 0, 0), PartitionEntry.empty(2));
    }

    @Test
    void entriesAreValues() {
        assertTrue(FULL.sameReplicas(PartitionEntry.of(9, 1, 2, 3)));
        assertFalse(FULL.sameReplicas(GAP));
        assertNotEquals(FULL, FULL.at(6));
        assertNotEquals(FULL, GAP);
        assertNotEquals(FULL, "v5[1, 2, 3]");
        assertEquals(FULL.hashCode(), PartitionEntry.of(5, 1, 2, 3).hashCode());
        assertNotEquals(FULL.hashCode(), FULL.at(6).hashCode());
        assertNotEquals(FULL.hashCode(), GAP.hashCode());
        assertEquals("v5[1, 2, 3]", FULL.toString());
    }

    @Test
    void tableComparesVersions() {
        assertEquals(2, TABLE.size());
        assertEquals(PartitionEntry.of(3, 2, 3, 1), TABLE.get(1));
        assertEquals(3, TABLE.version(1));
        assertEquals(2, TABLE.owner(1));
        assertEquals(MOVED, TABLE.newerOf(MOVED));
        assertEquals(MOVED, MOVED.newerOf(TABLE));
        PartitionTable other = table(PartitionEntry.of(3, 4, 2, 3), PartitionEntry.of(3, 2, 3, 1));
        assertEquals(TABLE, TABLE.newerOf(other));
        assertTrue(TABLE.divergesFrom(other));
        assertFalse(TABLE.divergesFrom(MOVED));
        assertFalse(TABLE.divergesFrom(TABLE));
        assertTrue(TABLE.sameVersions(other));
        assertFalse(TABLE.sameVersions(MOVED));
        assertTrue(MOVED.names(4));
        assertFalse(TABLE.names(4));
    }

    @Test
    void tablesAreValues() {
        assertEquals(PartitionTable.of(2, p -> PartitionEntry.of(0, 0, 0, 0)), PartitionTable.empty(2, 3));
        assertEquals(TABLE, TABLE.map(TABLE::get));
        assertNotEquals(TABLE, MOVED);
        assertNotEquals(TABLE, "table");
        assertEquals(TABLE.hashCode(), TABLE.map(TABLE::get).hashCode());
        assertNotEquals(TABLE.hashCode(), MOVED.hashCode());
        assertEquals("[0: v3[1, 2, 3], 1: v3[2, 3, 1]]", TABLE.toString());
    }

    @Test
    void migrationShiftsReplicas() {
        assertEquals(PartitionEntry.of(5, 4, 2, 3), MOVE.shift(FULL));
        Migration up = new Migration(1, 0, 0, 3, 1, 1, -1, -1, 2, 1, 5, 2, Status.ACTIVE);
        assertEquals(PartitionEntry.of(5, 1, 3, 0), up.shift(GAP));
        Migration down = new Migration(1, 0, 1, 4, 1, 1, 0, 1, -1, 0, 5, 2, Status.ACTIVE);
        assertEquals(PartitionEntry.of(5, 4, 1, 3), down.shift(GAP));
        Migration both = new Migration(1, 0, 1, 2, 1, 1, 0, 2, 1, 0, 5, 3, Status.ACTIVE);
        assertEquals(PartitionEntry.of(5, 2, 0, 1), both.shift(PartitionEntry.of(5, 1, 2, 0)));
    }

    @Test
    void migrationHasAName() {
        assertTrue(MOVE.is(MOVE.with(Status.FAILED)));
        assertFalse(MOVE.is(OTHER));
        assertFalse(MOVE.is(new Migration(1, 0, 1, 4, 1, 2, 0, -1, -1, 0, 3, 1, Status.ACTIVE)));
        assertTrue(MOVE.with(Status.SUCCESS).succeeded());
        assertFalse(MOVE.succeeded());
        assertEquals(new Migration(1, 0, 1, 4, 1, 1, 0, -1, -1, 0, 3, 1, Status.FAILED), MOVE.with(Status.FAILED));
    }

    private static Migration named(int number, int master, int from, Status status) {
        return new Migration(number, 0, 1, 4, 1, master, 0, -1, -1, 0, from, 1, status);
    }

    @Test
    void migrationsAreOrderedAsTheyAreApplied() {
        Migration a = named(7, 1, 2, Status.SUCCESS);
        Migration b = named(2, 3, 3, Status.SUCCESS);
        Migration c = named(4, 2, 3, Status.SUCCESS);
        Migration d = named(4, 3, 3, Status.SUCCESS);
        Migration e = named(4, 3, 3, Status.FAILED);
        MigrationSet set = MigrationSet.of(e, d, c, b, a, a);
        List<Migration> order = new ArrayList<>();
        set.forEach(order::add);
        assertEquals(List.of(a, b, c, d, e), order);
        assertEquals(order, set.stream().toList());
        assertEquals(5, set.size());
        assertEquals(set, MigrationSet.of(List.of(a, b, c, d, e)));
    }

    @Test
    void setOfMigrations() {
        Migration done = MOVE.with(Status.SUCCESS);
        MigrationSet one = MigrationSet.of(done);
        assertTrue(MigrationSet.EMPTY.isEmpty());
        assertFalse(one.isEmpty());
        assertTrue(one.knows(MOVE));
        assertFalse(one.knows(OTHER));
        assertEquals(MigrationSet.of(done, OTHER), one.with(OTHER));
        assertEquals(one, one.with(done));
        assertEquals(MigrationSet.of(done, MOVE), one.union(MigrationSet.of(MOVE)));
        assertEquals(MigrationSet.of(done, OTHER), one.learn(MigrationSet.of(MOVE, OTHER)));
        assertEquals(one, one.minus(MigrationSet.of(MOVE)));
        assertEquals(MigrationSet.EMPTY, one.minus(MigrationSet.of(done, OTHER)));
        assertEquals(MigrationSet.EMPTY, one.filter(m -> !m.succeeded()));
        assertTrue(one.any(Migration::succeeded));
        assertFalse(one.any(m -> m.partition() == 1));
    }

    @Test
    void setsOfMigrationsAreValues() {
        MigrationSet one = MigrationSet.of(MOVE);
        assertNotEquals(one, MigrationSet.of(OTHER));
        assertNotEquals(one, "set");
        assertEquals(one.hashCode(), MigrationSet.of(MOVE).hashCode());
        assertNotEquals(one.hashCode(), MigrationSet.of(OTHER).hashCode());
        assertEquals("[" + MOVE + "]", one.toString());
    }

    @Test
    void mapOfPartitions() {
        PartitionMap<String> none = PartitionMap.empty();
        PartitionMap<String> two = none.with(4, "b").with(1, "a");
        assertTrue(none.isEmpty());
        assertFalse(two.isEmpty());
        assertEquals("a", two.get(1));
        assertNull(two.get(2));
        assertTrue(two.has(4));
        assertFalse(two.has(2));
        assertEquals(none.with(4, "b"), two.without(1));
        assertSame(two, two.without(2));
        assertEquals(none.with(1, "a1"), two.map((p, v) -> p == 1 ? v + p : null));
        List<Map.Entry<Integer, String>> entries = new ArrayList<>();
        two.forEach(entries::add);
        assertEquals(List.of(Map.entry(1, "a"), Map.entry(4, "b")), entries);
        List<String> values = new ArrayList<>();
        two.values().forEach(values::add);
        assertEquals(List.of("a", "b"), values);
        assertThrows(NullPointerException.class, () -> none.with(1, null));
    }

    @Test
    void mapsOfPartitionsAreValues() {
        PartitionMap<String> one = PartitionMap.<String>empty().with(1, "a");
        assertNotEquals(one, PartitionMap.<String>empty().with(1, "b"));
        assertNotEquals(one, "map");
        assertEquals(one.hashCode(), PartitionMap.<String>empty().with(1, "a").hashCode());
        assertNotEquals(one.hashCode(), PartitionMap.empty().hashCode());
        assertEquals("{1=a}", one.toString());
    }

    @Test
    void stampsAreEqualWhenTheirNumbersAre() {
        TableStamp stamp = TableStamp.of(TABLE, false);
        assertEquals(stamp.value(), stamp.value());
        assertEquals(stamp, TableStamp.of(table(PartitionEntry.of(3, 9, 9, 9), PartitionEntry.of(3, 2, 3, 1)), false));
        assertNotEquals(stamp, TableStamp.of(MOVED, false));
        assertNotEquals(stamp, "stamp");
        assertEquals(stamp.hashCode(), TableStamp.of(TABLE, false).hashCode());
        assertNotEquals(stamp.hashCode(), TableStamp.of(MOVED, false).hashCode());
        assertEquals(Long.toHexString(stamp.value()), stamp.toString());
        assertNotEquals(
                TableStamp.of(TABLE, true),
                TableStamp.of(table(PartitionEntry.of(3, 1, 3, 2), PartitionEntry.of(3, 2, 3, 1)), true));
    }
}
