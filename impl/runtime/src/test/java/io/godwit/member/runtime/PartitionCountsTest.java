package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.runtime.PartitionCounts.Counts;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PartitionCountsTest {
    private static final int PARTITIONS = 50_021;
    private static final int FEW = 40;

    private final QuorumProtocol protocol = new QuorumProtocol();
    private final PartitionCounts counts = new PartitionCounts();

    private QuorumState found(int partitions) {
        return protocol.found(1, new Setup(MemberSet.of(1, 2, 3), partitions, 2, 10));
    }

    private QuorumState put(QuorumState state, int partition, long key) {
        OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.ofNumber(key), Bytes.EMPTY, Bytes.EMPTY);
        return protocol.step(state, new Event.Call(7, key, partition, put)).state();
    }

    @Test
    void onlyWhatHasChangedIsLookedAt() {
        QuorumState state = found(PARTITIONS);
        Counts first = counts.of(state);
        assertEquals((PARTITIONS + 2) / 3, first.primaries());
        assertEquals(0, first.entries());
        long looks = counts.looks();
        counts.of(state);
        assertEquals(looks, counts.looks());
        state = put(put(state, 3, 1), 3, 2);
        assertEquals(2, counts.of(state).entries());
        assertEquals(looks + 1, counts.looks());
    }

    /** Whatever has changed meanwhile, the counts are those of one who goes through all partitions. */
    @Test
    void countsAreThoseOfTheState() {
        SplittableRandom random = new SplittableRandom(1);
        QuorumState member = found(FEW);
        ControlState control = member.control();
        DataState data = member.data();
        Set<Counts> different = new HashSet<>();
        for (int i = 1; i < 1_000; i++) {
            int p = random.nextInt(FEW);
            int primary = 1 + random.nextInt(3);
            int backup = 1 + primary % 3;
            Configuration settled = Configuration.settled(primary, backup);
            switch (random.nextInt(7)) {
                case 0 -> data = data.with(p, written(data.replica(p), i));
                case 1 -> data = data.with(p, data.replica(p).activated(new View(new Version(1, i), settled)));
                case 2 -> member = protocol.step(member, new Event.Suspect(2 + random.nextInt(2)))
                        .state();
                case 3 -> member = protocol.step(member, new Event.Trust(2 + random.nextInt(2)))
                        .state();
                case 4 -> control = decided(control, p, i, settled.withMigration(primary, 1 + backup % 3));
                case 5 -> control = decided(control, p, i, settled.withoutInSync(backup));
                default -> control = decided(control, p, i, settled);
            }
            if (random.nextInt(3) == 0) {
                QuorumState state = new QuorumState(member.setup(), control, data, member.local(), member.master());
                Counts expected = oneAfterTheOther(state);
                assertEquals(expected, counts.of(state));
                different.add(expected);
            }
        }
        assertTrue(different.stream().anyMatch(it -> it.migrations() > 0));
        assertTrue(different.stream().anyMatch(it -> it.incomplete() > 0));
        assertTrue(different.stream().anyMatch(it -> it.unserved() > 0));
        assertTrue(different.stream().anyMatch(it -> it.entries() > 0));
    }

    private static Replica written(Replica replica, long key) {
        OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.ofNumber(key), Bytes.EMPTY, Bytes.EMPTY);
        return replica.withLog(replica.log().append(new LogEntry(replica.epoch(), key, 1, put)));
    }

    private static ControlState decided(ControlState control, int partition, int number, Configuration configuration) {
        Entry before = control.committed().get(partition);
        Entry entry = new Entry(new Version(1, number), before.version(), configuration);
        return control.withCommitted(control.committed().with(partition, entry));
    }

    private static Counts oneAfterTheOther(QuorumState state) {
        int primaries = 0;
        int replicas = 0;
        int migrations = 0;
        int incomplete = 0;
        int unserved = 0;
        int entries = 0;
        MemberSet suspects = state.local().peers().suspects();
        for (int p = 0; p < FEW; p++) {
            Configuration decided = state.control().committed().get(p).configuration();
            Replica replica = state.data().replica(p);
            primaries += replica.isPrimary(1) ? 1 : 0;
            migrations += decided.isMigrating() ? 1 : 0;
            incomplete += decided.inSyncSize() < decided.size() ? 1 : 0;
            unserved += decided.inSyncSize() > 0 && suspects.containsAll(decided.inSync()) ? 1 : 0;
            if (replica.configuration().isReplica(1)) {
                replicas++;
                for (long key = 1; key < 1_000; key++) {
                    entries += replica.log().content().maps().cell(Bytes.EMPTY, Bytes.ofNumber(key)) == null ? 0 : 1;
                }
            }
        }
        return new Counts(primaries, replicas, migrations, incomplete, unserved, entries);
    }
}
