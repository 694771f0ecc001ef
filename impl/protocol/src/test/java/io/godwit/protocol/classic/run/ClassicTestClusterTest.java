package io.godwit.protocol.classic.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.map.Result;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassicTestClusterTest {
    private static final Classic REPAIRED = Classic.repaired();

    /** Everybody knows the same, nothing is under way, and every partition has all copies. */
    private static void assertSettled(ClassicTestCluster cluster, int... members) {
        assertEquals(MemberSet.of(members), MemberSet.of(cluster.members.keySet()));
        ClassicState first = cluster.member(members[0]);
        for (ClassicState member : cluster.members.values()) {
            assertEquals(ProcessStatus.UP, member.life());
            assertEquals(MemberSet.of(members), member.view());
            assertEquals(members[0], member.master());
            assertEquals(first.table(), member.table());
            assertEquals(first.stamp(), member.stamp());
            assertTrue(member.active().isEmpty());
            assertTrue(member.pending().isEmpty());
        }
        for (int p = 0; p < ClassicTestCluster.PARTITIONS; p++) {
            PartitionEntry entry = first.table().get(p);
            assertEquals(
                    Math.min(ClassicTestCluster.COPIES, members.length),
                    entry.backups().size() + 1,
                    entry.toString());
            for (int backup : entry.backups().toArray()) {
                assertEquals(
                        cluster.member(entry.owner()).replicas().get(p),
                        cluster.member(backup).replicas().get(p));
            }
        }
        assertTrue(first.leads());
        assertTrue(first.completed().isEmpty());
    }

    private static void assertKept(ClassicTestCluster cluster, Map<Long, Long> written) {
        written.forEach((key, value) -> assertEquals(new Result.Done(List.of(value)), cluster.get(key)));
    }

    private static Map<Long, Long> write(ClassicTestCluster cluster, int count) {
        Map<Long, Long> calls = new HashMap<>();
        for (long key = 1; key <= count; key++) {
            calls.put(cluster.put(key, key * 10), key);
            cluster.rounds(2);
        }
        cluster.rounds(100);
        Map<Long, Long> written = new HashMap<>();
        calls.forEach((call, key) -> {
            if (cluster.answers.get(call) instanceof Result.Done) {
                written.put(key, key * 10);
            }
        });
        return written;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 30})
    void clusterKeepsWhatIsWritten(int loss) {
        ClassicTestCluster cluster = new ClassicTestCluster(REPAIRED, 3, 1, loss);
        Map<Long, Long> written = write(cluster, 20);
        cluster.rounds(300);
        assertFalse(written.isEmpty());
        assertKept(cluster, written);
        assertSettled(cluster, 1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 20})
    void newcomerGetsItsShare(int loss) {
        ClassicTestCluster cluster = new ClassicTestCluster(REPAIRED, 3, 2, loss);
        Map<Long, Long> written = write(cluster, 14);
        cluster.join(4);
        cluster.rounds(600);
        assertSettled(cluster, 1, 2, 3, 4);
        assertTrue(cluster.member(4).table().names(4));
        assertKept(cluster, written);
        int owned = 0;
        for (int p = 0; p < ClassicTestCluster.PARTITIONS; p++) {
            owned += cluster.member(1).table().owner(p) == 4 ? 1 : 0;
        }
        assertTrue(owned == 1 || owned == 2, "owns " + owned);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void oneCrashLosesNothing(int victim) {
        ClassicTestCluster cluster = new ClassicTestCluster(REPAIRED, 4, 3, 5);
        cluster.rounds(300);
        Map<Long, Long> written = write(cluster, 14);
        cluster.rounds(300);
        cluster.crash(victim);
        cluster.rounds(600);
        int[] rest = MemberSet.of(1, 2, 3, 4).without(victim).toArray();
        assertSettled(cluster, rest);
        assertKept(cluster, written);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void leaverLosesNothing(int leaver) {
        ClassicTestCluster cluster = new ClassicTestCluster(REPAIRED, 4, 4, 5);
        Map<Long, Long> written = write(cluster, 14);
        cluster.rounds(300);
        cluster.take(leaver, new Event.Leave());
        cluster.rounds(600);
        assertNull(cluster.member(leaver), () -> cluster.member(leaver).toString());
        cluster.crash(leaver);
        cluster.rounds(600);
        assertSettled(cluster, MemberSet.of(1, 2, 3, 4).without(leaver).toArray());
        assertKept(cluster, written);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void memberMayLeaveSmallCluster(int leaver) {
        ClassicTestCluster cluster = new ClassicTestCluster(REPAIRED, 3, 5, 0);
        Map<Long, Long> written = write(cluster, 14);
        cluster.take(leaver, new Event.Leave());
        cluster.rounds(600);
        assertNull(cluster.member(leaver));
        cluster.crash(leaver);
        cluster.rounds(600);
        assertSettled(cluster, MemberSet.of(1, 2, 3).without(leaver).toArray());
        assertKept(cluster, written);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void crashInTheMiddleOfMovesIsRepaired(int seed) {
        ClassicTestCluster cluster = new ClassicTestCluster(REPAIRED, 3, seed, 3);
        Map<Long, Long> written = write(cluster, 14);
        cluster.join(4);
        cluster.rounds(40 + seed * 5);
        cluster.crash(1 + seed % 3);
        cluster.rounds(1500);
        assertSettled(cluster, MemberSet.of(1, 2, 3, 4).without(1 + seed % 3).toArray());
        assertKept(cluster, written);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void productWorksAsWellWhenNothingHappens(int seed) {
        ClassicTestCluster cluster = new ClassicTestCluster(Classic.published(), 3, seed, 5);
        Map<Long, Long> written = write(cluster, 14);
        cluster.join(4);
        cluster.rounds(1000);
        assertSettled(cluster, 1, 2, 3, 4);
        assertKept(cluster, written);
    }

    private static void assertState(ClassicTestCluster cluster, ClusterState state) {
        cluster.members.values().forEach(member -> {
            assertEquals(state, member.transition().state(), member.toString());
            assertTrue(member.transition().lock().isEmpty());
            assertTrue(member.transition().progress().isEmpty());
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void frozenClusterKeepsItsTableUntilItIsActiveAgain(long seed) {
        ClassicTestCluster cluster = new ClassicTestCluster(REPAIRED, 4, seed, 5);
        cluster.rounds(400);
        cluster.take(3, new Event.ChangeState(ClusterState.FROZEN));
        cluster.rounds(400);
        assertState(cluster, ClusterState.FROZEN);
        PartitionTable table = cluster.member(1).table();
        cluster.crash(1);
        cluster.rounds(400);
        cluster.members.values().forEach(member -> assertEquals(table, member.table()));
        cluster.take(2, new Event.ChangeState(ClusterState.ACTIVE));
        cluster.rounds(800);
        assertState(cluster, ClusterState.ACTIVE);
        assertSettled(cluster, 2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void membersAgreeOnTheStateWhenTheInitiatorDies(long seed) {
        ClassicTestCluster cluster = new ClassicTestCluster(REPAIRED, 4, seed, 5);
        cluster.rounds(400);
        cluster.take(3, new Event.ChangeState(ClusterState.NO_MIGRATION));
        cluster.rounds((int) seed * 2);
        cluster.crash(3);
        cluster.rounds(800);
        assertState(cluster, cluster.member(1).transition().state());
        cluster.take(2, new Event.ChangeState(ClusterState.ACTIVE));
        cluster.rounds(800);
        assertState(cluster, ClusterState.ACTIVE);
        assertSettled(cluster, 1, 2, 4);
    }
}
