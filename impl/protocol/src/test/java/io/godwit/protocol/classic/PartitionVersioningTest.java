package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.FENCED;
import static io.godwit.protocol.classic.ClassicFixture.HOME;
import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.joined;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.ClassicFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Rules;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import org.junit.jupiter.api.Test;

class PartitionVersioningTest {
    private static final Migration DONE = MOVE.with(Status.SUCCESS);
    private static final Migration FAILED = MOVE.with(Status.FAILED);
    private static final Migration OTHER_DONE = OTHER.with(Status.SUCCESS);

    private final PartitionVersioning rules = classic(repaired()).versioning();
    private final PartitionVersioning global =
            classic(without(ClassicRule.VERSION_PER_PARTITION)).versioning();

    private static Migration later(int number, int from, Status status) {
        return new Migration(number, 0, 4, 1, 4, 1, 0, -1, -1, 0, from, 1, status);
    }

    @Test
    void failureCountsOneMoreThanASuccess() {
        assertEquals(4, rules.finalVersion(DONE));
        assertEquals(4, rules.finalVersion(MOVE));
        assertEquals(5, rules.finalVersion(FAILED));
    }

    @Test
    void decisionMovesTheVersion() {
        assertEquals(MOVED, rules.decide(TABLE, DONE));
        assertEquals(FENCED, rules.decide(TABLE, FAILED));
        assertEquals(
                table(PartitionEntry.of(6, 4, 2, 3), PartitionEntry.of(3, 2, 3, 1)),
                rules.decide(table(PartitionEntry.of(5, 1, 2, 3), PartitionEntry.of(3, 2, 3, 1)), DONE));
        assertEquals(table(PartitionEntry.of(4, 4, 2, 3), PartitionEntry.of(4, 2, 3, 1)), global.decide(TABLE, DONE));
        assertEquals(table(PartitionEntry.of(5, 1, 2, 3), PartitionEntry.of(5, 2, 3, 1)), global.decide(TABLE, FAILED));
    }

    @Test
    void replaySetsTheVersion() {
        assertEquals(MOVED, rules.replay(TABLE, DONE));
        assertEquals(FENCED, rules.replay(TABLE, FAILED));
        assertEquals(table(PartitionEntry.of(4, 4, 2, 3), PartitionEntry.of(4, 2, 3, 1)), global.replay(TABLE, DONE));
        assertEquals(table(PartitionEntry.of(5, 1, 2, 3), PartitionEntry.of(5, 2, 3, 1)), global.replay(TABLE, FAILED));
    }

    @Test
    void listIsWalkedThroughInOrder() {
        Migration back = later(5, 4, Status.SUCCESS);
        assertEquals(
                table(PartitionEntry.of(5, 1, 2, 3), PartitionEntry.of(4, 4, 3, 1)),
                rules.replayAll(TABLE, MigrationSet.of(back, OTHER_DONE, DONE)));
        assertEquals(TABLE, rules.replayAll(TABLE, MigrationSet.of(back)));
        assertEquals(
                table(PartitionEntry.of(5, 1, 2, 3), PartitionEntry.of(3, 2, 3, 1)),
                classic(without(ClassicRule.GAP_GUARD)).versioning().replayAll(TABLE, MigrationSet.of(back)));
        assertEquals(
                MOVED, classic(without(ClassicRule.GAP_GUARD)).versioning().replayAll(MOVED, MigrationSet.of(DONE)));
    }

    @Test
    void tableCoversWhatItContains() {
        assertTrue(rules.covers(MOVED, MigrationSet.of(DONE)));
        assertTrue(rules.covers(FENCED, MigrationSet.of(DONE, FAILED)));
        assertFalse(rules.covers(MOVED, MigrationSet.of(DONE, OTHER_DONE)));
    }

    @Test
    void appliedMigrationsAreFinalised() {
        MigrationSet list = MigrationSet.of(DONE, OTHER_DONE);
        assertEquals(MigrationSet.of(DONE), rules.finalisedBy(member(3), MOVED, list));
        assertEquals(MigrationSet.EMPTY, rules.finalisedBy(with(member(3), MOVED), MOVED, list));
        ClassicState waiting = joined(with(member(4), MOVED), MOVE);
        assertEquals(MigrationSet.of(DONE), rules.finalisedBy(waiting, MOVED, list));
        assertEquals(MigrationSet.EMPTY, rules.finalisedBy(joined(member(4), MOVE), TABLE, list));
        assertEquals(
                MigrationSet.EMPTY,
                classic(without(ClassicRule.SERVE_AFTER_DECISION)).versioning().finalisedBy(waiting, MOVED, list));
    }

    @Test
    void rememberedMigrationsAreKnown() {
        ClassicState knows = member(4).but().completed(MigrationSet.of(DONE)).done();
        MigrationSet list = MigrationSet.of(FAILED, OTHER_DONE);
        assertEquals(MigrationSet.of(OTHER_DONE), rules.unknown(knows, list));
        assertEquals(list, rules.unknown(joined(knows, MOVE), list));
        assertEquals(
                MigrationSet.of(OTHER_DONE),
                classic(without(ClassicRule.SERVE_AFTER_DECISION)).versioning().unknown(joined(knows, MOVE), list));
        assertEquals(MigrationSet.of(OTHER_DONE), rules.unknown(joined(knows, HOME), list));
    }

    @Test
    void recordIsKeptUntilItsSenderHasIt() {
        ClassicState knows = member(4).but().completed(MigrationSet.of(DONE)).done();
        MigrationSet fresh = MigrationSet.of(OTHER_DONE);
        assertEquals(MigrationSet.of(DONE, OTHER_DONE), rules.retained(knows, MigrationSet.EMPTY, fresh, m -> true));
        assertEquals(MigrationSet.EMPTY, rules.retained(knows, MigrationSet.EMPTY, fresh, m -> false));
        assertEquals(
                MigrationSet.of(OTHER_DONE), rules.retained(knows, MigrationSet.EMPTY, fresh, m -> m.partition() == 1));
        assertEquals(
                MigrationSet.of(DONE),
                rules.retained(knows, MigrationSet.of(FAILED), MigrationSet.of(FAILED), m -> false));
        assertEquals(
                MigrationSet.of(OTHER_DONE),
                classic(without(ClassicRule.RETAIN_CHECKS_VERSION))
                        .versioning()
                        .retained(knows, MigrationSet.of(OTHER_DONE), fresh, m -> true));
    }

    @Test
    void tableTellsItsVersions() {
        assertTrue(rules.untoldByTable(TABLE).test(DONE));
        assertFalse(rules.untoldByTable(MOVED).test(DONE));
        assertTrue(rules.untoldByTable(MOVED).test(FAILED));
        assertTrue(rules.untoldByTable(MOVED).test(OTHER_DONE));
    }

    @Test
    void listTellsAllButWhatIsInFlight() {
        assertFalse(rules.untoldByList(MigrationSet.EMPTY).test(DONE));
        assertTrue(rules.untoldByList(MigrationSet.of(MOVE)).test(DONE));
        assertFalse(rules.untoldByList(MigrationSet.of(MOVE)).test(OTHER_DONE));
        // What is in flight starts where the record has led.
        MigrationSet later = MigrationSet.of(later(5, 4, Status.ACTIVE));
        assertFalse(rules.untoldByList(later).test(DONE));
        assertTrue(rules.untoldByList(later).test(FAILED));
    }

    @Test
    void listAboutOnePartitionTellsNothingOfOthers() {
        assertTrue(rules.untoldByPartition(0, 3).test(DONE));
        assertFalse(rules.untoldByPartition(0, 4).test(DONE));
        assertTrue(rules.untoldByPartition(1, 9).test(DONE));
        PartitionVersioning unscoped =
                classic(without(ClassicRule.RETAIN_CHECKS_SCOPE)).versioning();
        assertTrue(unscoped.untoldByPartition(0, 3).test(DONE));
        assertFalse(unscoped.untoldByPartition(1, 9).test(DONE));
    }

    @Test
    void partitionsOwnRecordsTravel() {
        MigrationSet all = MigrationSet.of(DONE, OTHER_DONE);
        assertEquals(MigrationSet.of(OTHER_DONE), rules.completedFor(all, 1));
        assertEquals(all, global.completedFor(all, 1));
    }

    @Test
    void bumpIsForOnePartitionOrForAll() {
        assertEquals(table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(5, 2, 3, 1)), rules.bump(TABLE, 1, 2));
        assertEquals(table(PartitionEntry.of(5, 1, 2, 3), PartitionEntry.of(5, 2, 3, 1)), global.bump(TABLE, 1, 2));
        assertEquals(1, rules.added(1, 3));
        assertEquals(3, global.added(1, 3));
    }

    @Test
    void stampCoversVersionsAndWithARepairReplicas() {
        PartitionTable other = table(PartitionEntry.of(3, 1, 2, 4), PartitionEntry.of(3, 2, 3, 1));
        assertEquals(rules.stampOf(TABLE), rules.stampOf(other));
        assertNotEquals(rules.stampOf(TABLE), rules.stampOf(MOVED));
        PartitionVersioning careful = classic(Rules.ALL).versioning();
        assertNotEquals(careful.stampOf(TABLE), careful.stampOf(other));
    }
}
