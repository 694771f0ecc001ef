package io.godwit.protocol.quorum.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConfigurationTest {
    private static final Configuration ABC = Configuration.settled(1, 2, 3);

    private static Configuration of(int primary, List<Integer> backups, List<Integer> inSync, int source, int to) {
        return Configuration.of(
                primary, backups.stream().mapToInt(Integer::intValue).toArray(), MemberSet.of(inSync), source, to);
    }

    @Test
    void settledHasEverybodyInSync() {
        assertEquals(of(1, List.of(2, 3), List.of(1, 2, 3), 0, 0), ABC);
        assertEquals(1, ABC.primary());
        assertEquals(3, ABC.size());
        assertEquals(3, ABC.replica(2));
        assertArrayEquals(new int[] {2, 3}, ABC.backups());
        assertEquals(MemberSet.of(1, 2, 3), ABC.replicas());
        assertEquals(MemberSet.of(1, 2, 3), ABC.inSync());
        assertEquals(3, ABC.inSyncSize());
        assertFalse(ABC.isMigrating());
        assertEquals(MemberSet.of(1, 2, 3), ABC.participants());
    }

    @Test
    void knowsWhoIsWhat() {
        Configuration c = of(1, List.of(2, 3), List.of(1, 3), 2, 4);
        assertEquals(1, c.indexOf(2));
        assertEquals(-1, c.indexOf(4));
        assertTrue(c.isReplica(1));
        assertFalse(c.isReplica(4));
        assertTrue(c.isBackup(2));
        assertFalse(c.isBackup(1));
        assertFalse(c.isBackup(4));
        assertTrue(c.isInSync(1));
        assertFalse(c.isInSync(2));
        assertTrue(c.isInSync(3));
        assertFalse(c.isInSync(4));
        assertTrue(c.isParticipant(1));
        assertTrue(c.isParticipant(4));
        assertFalse(c.isParticipant(5));
        assertFalse(ABC.isParticipant(Members.NONE));
        assertEquals(MemberSet.of(1, 2, 3, 4), c.participants());
        assertTrue(c.isMigrating());
        assertEquals(2, c.source());
        assertEquals(4, c.destination());
        assertEquals(MemberSet.of(1, 3), c.inSync());
        assertEquals(2, c.inSyncSize());
    }

    @Test
    void leavesOutOfTheInSyncSetWhoIsNoReplica() {
        assertEquals(of(1, List.of(2), List.of(1), 0, 0), of(1, List.of(2), List.of(1, 9), 0, 0));
    }

    @Test
    void hasRoomForThirtyBackups() {
        int[] thirty = IntStream.rangeClosed(2, 31).toArray();
        Configuration full = Configuration.of(1, thirty, MemberSet.of(31), 0, 0);
        assertTrue(full.isInSync(31));
        assertEquals(1, full.inSyncSize());
        int[] more = IntStream.rangeClosed(2, 32).toArray();
        assertThrows(IllegalArgumentException.class, () -> Configuration.of(1, more, MemberSet.of(1), 0, 0));
    }

    @Test
    void configurationIsValidOrNot() {
        assertTrue(ABC.isValid());
        assertTrue(ABC.withMigration(0, 4).isValid());
        assertTrue(ABC.withMigration(2, 4).isValid());
        assertFalse(Configuration.NONE.isValid());
        assertFalse(of(1, List.of(0), List.of(1), 0, 0).isValid());
        assertFalse(of(1, List.of(1), List.of(1), 0, 0).isValid());
        assertFalse(of(1, List.of(2, 2), List.of(1), 0, 0).isValid());
        assertFalse(of(1, List.of(2), List.of(2), 0, 0).isValid());
        assertFalse(ABC.withMigration(1, 2).isValid());
        assertFalse(ABC.withMigration(4, 5).isValid());
        assertFalse(ABC.withMigration(2, 0).isValid());
    }

    @Test
    void twiceNamedIsNotDistinct() {
        assertTrue(ABC.isDistinct());
        assertTrue(ABC.withMigration(1, 4).isDistinct());
        assertFalse(ABC.withMigration(1, 3).isDistinct());
        assertFalse(of(1, List.of(1), List.of(1), 0, 0).isDistinct());
    }

    @Test
    void migrationStartsAndIsGivenUp() {
        Configuration c = ABC.withMigration(1, 4);
        assertEquals(of(1, List.of(2, 3), List.of(1, 2, 3), 1, 4), c);
        assertEquals(ABC, c.withoutMigration());
    }

    @Test
    void destinationTakesTheIndexOfItsSource() {
        assertEquals(Configuration.settled(4, 1, 2, 3), ABC.withMigration(1, 4).migrated());
        assertEquals(Configuration.settled(1, 2, 4, 3), ABC.withMigration(3, 4).migrated());
        assertEquals(Configuration.settled(1, 2, 3, 4), ABC.withMigration(0, 4).migrated());
        assertEquals(
                of(4, List.of(1, 2), List.of(1, 4), 0, 0),
                of(1, List.of(2), List.of(1), 1, 4).migrated());
    }

    @Test
    void membersComeAndGo() {
        assertEquals(of(1, List.of(2, 3), List.of(1, 3), 0, 0), ABC.withoutInSync(2));
        assertEquals(ABC, ABC.withoutInSync(2).withInSync(2));
        assertEquals(
                of(1, List.of(2, 3), List.of(1, 2), 2, 4),
                ABC.withMigration(2, 4).withoutInSync(3));
        assertEquals(
                ABC.withMigration(2, 4),
                ABC.withoutInSync(3).withMigration(2, 4).withInSync(3));
        assertEquals(Configuration.settled(1, 3), ABC.withoutBackup(2));
        assertEquals(
                of(1, List.of(3), List.of(1, 3), 0, 0), ABC.withMigration(2, 4).withoutBackup(2));
        assertEquals(
                of(1, List.of(2), List.of(1, 2), 2, 4), ABC.withMigration(2, 4).withoutBackup(3));
        assertEquals(of(1, List.of(3), List.of(1), 0, 0), ABC.withoutInSync(3).withoutBackup(2));
    }

    @Test
    void backupIsPromoted() {
        assertEquals(Configuration.settled(3, 2), ABC.withMigration(1, 4).promoted(3));
        assertEquals(of(3, List.of(2), List.of(3), 0, 0), ABC.withoutInSync(2).promoted(3));
        assertEquals(of(2, List.of(3), List.of(3), 0, 0), ABC.withoutInSync(2).promoted(2));
    }

    @Test
    void primaryAndBackupChangePlaces() {
        assertEquals(Configuration.settled(3, 2, 1), ABC.withMigration(0, 4).switched(3));
        assertEquals(
                of(3, List.of(2, 1), List.of(1, 3), 0, 0), ABC.withoutInSync(2).switched(3));
    }

    @Test
    void orderOfBackupsIsPartOfTheValueButNotOfTheSpecification() {
        Configuration other = Configuration.settled(1, 3, 2);
        assertNotEquals(ABC, other);
        assertTrue(ABC.sameAs(other));
        assertFalse(ABC.sameAs(Configuration.settled(2, 1, 3)));
        assertFalse(ABC.sameAs(Configuration.settled(1, 2, 4)));
        assertFalse(ABC.sameAs(Configuration.settled(1, 2)));
        assertFalse(ABC.sameAs(ABC.withoutInSync(2)));
        assertFalse(ABC.sameAs(ABC.withMigration(0, 4)));
        assertFalse(ABC.withMigration(1, 4).sameAs(ABC.withMigration(2, 4)));
        assertFalse(of(1, List.of(2, 2), List.of(1), 0, 0).sameAs(of(1, List.of(2), List.of(1), 0, 0)));
    }

    @Test
    void equalsByAllParts() {
        Configuration c = of(1, List.of(2, 3), List.of(1, 2, 3), 1, 4);
        assertEquals(c, ABC.withMigration(1, 4));
        assertEquals(c.hashCode(), ABC.withMigration(1, 4).hashCode());
        assertNotEquals(c, ABC.withMigration(2, 4));
        assertNotEquals(c, ABC.withMigration(1, 5));
        assertNotEquals(c, c.withoutInSync(2));
        assertNotEquals(c, Configuration.settled(1, 2, 5).withMigration(1, 4));
        assertNotEquals(c, "c");
        assertNotEquals(c.hashCode(), ABC.withMigration(2, 4).hashCode());
        assertNotEquals(c.hashCode(), ABC.withMigration(1, 5).hashCode());
        assertNotEquals(c.hashCode(), c.withoutInSync(2).hashCode());
    }

    @Test
    void hashMixesAllParts() {
        assertEquals(
                31 * (31 * (31 * (31 * (31 * (31 + 1) + 2) + 3) + 7) + 1) + 4,
                ABC.withMigration(1, 4).hashCode());
    }

    @Test
    void readsWell() {
        assertEquals("[1 2? 3, 1->4]", ABC.withMigration(1, 4).withoutInSync(2).toString());
        assertEquals("[1 2 3]", ABC.toString());
    }

    @Test
    void oneDecisionMakesOnlyItsSuccessors() {
        MemberSet all = MemberSet.of(1, 2, 3, 4, 5);
        Configuration two = of(1, List.of(2, 3), List.of(1, 2), 0, 0);
        List<Configuration> next = Successors.of(two, all);
        assertEquals(two, next.get(0));
        // Itself; two newcomers from four sources; 2 out of sync; 3 in sync; 2 or 3 dropped; 2 promoted; 2 switched.
        assertEquals(1 + 8 + 1 + 1 + 2 + 1 + 1, next.size());
        assertTrue(next.contains(two.withMigration(0, 4)));
        assertTrue(next.contains(two.withMigration(1, 5)));
        assertTrue(next.contains(two.withoutInSync(2)));
        assertTrue(next.contains(two.withInSync(3)));
        assertTrue(next.contains(two.withoutBackup(2)));
        assertTrue(next.contains(two.withoutBackup(3)));
        assertTrue(next.contains(two.promoted(2)));
        assertTrue(next.contains(two.switched(2)));
        List<Configuration> moving = Successors.of(two.withMigration(1, 4), all);
        assertEquals(1 + 2 + 1 + 1 + 2 + 1 + 1, moving.size());
        assertTrue(moving.contains(two));
        assertTrue(moving.contains(two.withMigration(1, 4).migrated()));
    }

    @Test
    void tellsValidSteps() {
        assertTrue(ABC.mayBecome(ABC));
        assertTrue(ABC.mayBecome(ABC.withMigration(2, 9)));
        assertTrue(ABC.mayBecome(Configuration.settled(1, 3, 2)));
        assertTrue(ABC.withMigration(1, 9).mayBecome(Configuration.settled(9, 2, 3, 1)));
        assertFalse(ABC.mayBecome(Configuration.settled(9, 1, 2, 3)));
        assertFalse(ABC.mayBecome(ABC.withMigration(1, 3)));
        assertFalse(ABC.withMigration(1, 9).mayBecome(ABC.withMigration(1, 8)));
        assertFalse(ABC.mayBecome(ABC.withoutBackup(2).withoutBackup(3)));
    }
}
