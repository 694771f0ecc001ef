package io.godwit.member.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.member.http.MemberView.KnownMember;
import io.godwit.member.runtime.CallCounts;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClusterEventsTest {
    private static final int PARTITIONS = 40;
    private static final Configuration PAIR = Configuration.settled(1, 2);
    private static final PartitionVector<Entry> TABLE = PartitionVector.of(PARTITIONS, partition -> Entry.first(PAIR));

    private static KnownMember member(int number) {
        return new KnownMember(number, "host:" + number, true, false, false, false);
    }

    private static Snapshot snapshot(
            String role,
            int term,
            int master,
            int masterTerm,
            PartitionVector<Entry> table,
            BitSet unserved,
            KnownMember... members) {
        MemberView view = new MemberView(
                "c",
                "m",
                "host:1",
                1,
                role,
                term,
                master,
                masterTerm,
                List.of(members),
                false,
                false,
                CallCounts.NONE,
                List.of(),
                List.of());
        return new Snapshot(view, table, Copies.all(2), MemberSet.of(), MemberSet.of(), unserved);
    }

    private static Snapshot members(KnownMember... members) {
        return snapshot("follower", 1, 2, 1, TABLE, new BitSet(), members);
    }

    private static Snapshot table(PartitionVector<Entry> table) {
        return snapshot("follower", 1, 2, 1, table, new BitSet(), member(1), member(2), member(3));
    }

    private static PartitionVector<Entry> with(Configuration configuration, int... partitions) {
        PartitionVector<Entry> table = TABLE;
        for (int partition : partitions) {
            table = table.with(partition, Entry.first(configuration));
        }
        return table;
    }

    private static List<String> texts(Snapshot before, Snapshot after) {
        return ClusterEvents.between(before, after).stream()
                .map(event -> event.kind().text() + ": " + event.text())
                .toList();
    }

    @Test
    void nothingHappensBetweenEqualSnapshots() {
        assertEquals(List.of(), texts(members(member(1)), members(member(1))));
    }

    @Test
    void membersComeAndGo() {
        KnownMember suspected = new KnownMember(2, "host:2", true, true, false, false);
        KnownMember leaving = new KnownMember(2, "host:2", true, false, true, false);
        KnownMember left = new KnownMember(2, "host:2", false, true, true, true);
        KnownMember successor = new KnownMember(3, "host:2", false, false, false, false);
        assertEquals(
                List.of("joined: m2 joins, at host:2", "voters: the voters are m1, m2"),
                texts(members(member(1)), members(member(1), member(2))));
        assertEquals(
                List.of("suspected: m1 takes m2 to be dead"),
                texts(members(member(1), member(2)), members(member(1), suspected)));
        assertEquals(
                List.of("trusted: m1 hears of m2 again"),
                texts(members(member(1), suspected), members(member(1), member(2))));
        assertEquals(
                List.of("joined: m3 joins, at host:2, where m2 was", "voters: the voters are m1"),
                texts(members(member(1), suspected), members(member(1), successor)));
        assertEquals(
                List.of("leaving: m2 leaves: its copies move to others"),
                texts(members(member(1), member(2)), members(member(1), leaving)));
        assertEquals(
                List.of("voters: the voters are m1", "left: m2 has left"),
                texts(members(member(1), leaving), members(member(1), left)));
    }

    private static Snapshot election(String role, int term, int master) {
        return snapshot(role, term, master, master > 0 ? term : 0, TABLE, new BitSet(), member(1));
    }

    @Test
    void mastersAreElected() {
        assertEquals(
                List.of("no-master: m1 hears no master"),
                texts(election("follower", 1, 2), election("follower", 1, 0)));
        assertEquals(
                List.of("election: m1 asks for votes in term 2"),
                texts(election("follower", 1, 0), election("candidate", 2, 0)));
        assertEquals(
                List.of("election: m1 asks for votes in term 3"),
                texts(election("candidate", 2, 0), election("candidate", 3, 0)));
        assertEquals(
                List.of("master: m1 is master of term 2"),
                texts(election("candidate", 2, 0), election("master", 2, 1)));
        assertEquals(
                List.of("master: m3 is master of term 2"),
                texts(election("follower", 1, 2), election("follower", 2, 3)));
        // It has promised to a later term, and still hears the master of the one before.
        assertEquals(
                List.of(),
                texts(
                        snapshot("follower", 1, 2, 1, TABLE, new BitSet(), member(1)),
                        snapshot("follower", 2, 2, 1, TABLE, new BitSet(), member(1))));
        // Who loses stays a candidate until the next term.
        assertEquals(
                List.of("master: m3 is master of term 2"),
                texts(election("candidate", 2, 0), election("candidate", 2, 3)));
    }

    @Test
    void partitionsMigrate() {
        Configuration moving = PAIR.withMigration(2, 3);
        assertEquals(
                List.of("migration-started: the migration of p4, p9 from m2 to m3 starts"),
                texts(table(TABLE), table(with(moving, 4, 9))));
        assertEquals(
                List.of("migration-finished: the migration of p4, p9 from m2 to m3 is finished"),
                texts(table(with(moving, 4, 9)), table(with(moving.migrated(), 4, 9))));
        assertEquals(
                List.of("migration-abandoned: the migration of p4 from m2 to m3 is abandoned"),
                texts(table(with(moving, 4)), table(TABLE)));
        assertEquals(List.of(), texts(table(with(moving.migrated(), 4)), table(with(Configuration.settled(1, 3), 4))));
        // A whole migration that no snapshot has seen.
        assertEquals(
                List.of("migration-finished: the migration of p4 to m3 is finished"),
                texts(table(TABLE), table(with(Configuration.settled(1, 3), 4))));
        // The destination of a migration of the primary is not promoted.
        Configuration primary = PAIR.withMigration(1, 3);
        assertEquals(
                List.of("migration-finished: the migration of p4 from m1 to m3 is finished"),
                texts(table(with(primary, 4)), table(with(primary.migrated(), 4))));
    }

    @Test
    void backupsArePromoted() {
        int[] many = IntStream.range(0, PARTITIONS).toArray();
        Snapshot after = table(with(PAIR.promoted(2), many));
        assertEquals(
                List.of("promotion: m2 becomes primary of 40 partitions (p0, p1, p2, p3, p4, p5, ...) instead of m1"),
                texts(table(TABLE), after));
        assertEquals(
                Arrays.stream(many).boxed().toList(),
                ClusterEvents.between(table(TABLE), after).get(0).partitions());
        assertArrayEquals(many, after.changes(table(TABLE)));
        assertArrayEquals(many, after.changes(null));
        assertArrayEquals(new int[0], after.changes(after));
    }

    @Test
    void partitionsAreLostAndServedAgain() {
        BitSet lost = new BitSet();
        lost.set(7);
        Snapshot without = snapshot("follower", 1, 2, 1, TABLE, lost, member(1));
        assertEquals(
                List.of("partition-lost: p7 is not served: all members with a current copy are suspected"),
                texts(members(member(1)), without));
        assertEquals(List.of("partition-served: p7 is served again"), texts(without, members(member(1))));
    }

    @Test
    void tableThatWasNotKnownIsNoEvent() {
        Snapshot unknown = table(PartitionVector.filled(PARTITIONS, Entry.NONE));
        assertEquals(List.of(), texts(unknown, table(TABLE)));
    }
}
