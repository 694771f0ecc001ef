package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts how often a member asks for a partition when it looks from time to time. */
class LedPartitionsTest {
    private static final int PARTITIONS = 50_021;
    private static final long PATIENCE = 1_000;

    // The founders hold the partitions in turn: member 1 is primary of 0, 3, 6, ...
    private DataState data = new QuorumProtocol()
            .found(1, new Setup(MemberSet.of(1, 2, 3), PARTITIONS, 2, 10))
            .data();
    private final List<Event.Call> taken = new ArrayList<>();
    private boolean takesWrites = true;
    private int asked;
    private final TestMember member = new TestMember();
    private final LedPartitions led =
            new LedPartitions(member, new Expiry(member, MapSettings.NONE, MapCounts.NONE), new Sessions(PATIENCE));

    private final class TestMember implements Expiry.Primary {
        @Override
        public Log log(int partition) {
            asked++;
            return data.replica(partition).log();
        }

        @Override
        public boolean takesWrites(int partition) {
            asked++;
            return takesWrites && data.isPrimary(partition);
        }

        @Override
        public void take(Event event) {
            taken.add((Event.Call) event);
        }
    }

    /** Returns how often partitions were asked for. */
    private int look(long now) {
        asked = 0;
        led.look(data, now);
        return asked;
    }

    /** Looks until all partitions have been looked at. */
    private int lookAtAll(long now) {
        int sum = 0;
        for (int i = 0; i <= PARTITIONS / 3 / LedPartitions.MAX_LOOKS; i++) {
            sum += look(now);
        }
        return sum;
    }

    private void write(int partition, long client) {
        Replica replica = data.replica(partition);
        OnMap put = new OnMap(Verb.PUT, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
        data = data.with(
                partition, replica.withLog(replica.log().append(new LogEntry(replica.epoch(), client, 1, put))));
    }

    private void activate(int partition, int version, int primary) {
        View view = new View(new Version(1, version), Configuration.settled(primary, 1 + primary % 3));
        data = data.with(partition, data.replica(partition).activated(view));
    }

    @Test
    void idleMemberAsksForNoPartition() {
        assertTrue(lookAtAll(0) >= PARTITIONS / 3);
        for (int now = 1; now < PATIENCE; now++) {
            assertEquals(0, look(now));
        }
    }

    @Test
    void changedPartitionsAloneAreLookedAt() {
        lookAtAll(0);
        write(3, 7);
        write(4, 7);
        int one = look(1);
        assertTrue(one > 0 && one < 5, one + " times");
        activate(3, 9, 1);
        activate(6, 9, 3);
        int two = look(2);
        assertTrue(two > 0 && two < 5, two + " times");
        assertEquals(0, look(3));
    }

    @Test
    void silentSessionExpiresInItsPartition() {
        write(3, 7);
        lookAtAll(0);
        assertEquals(List.of(), taken);
        lookAtAll(PATIENCE - 1);
        assertEquals(List.of(), taken);
        lookAtAll(PATIENCE);
        assertEquals(List.of(3), taken.stream().map(Event.Call::partition).toList());
        assertEquals(0, look(PATIENCE + 1));
        // The write had no effect here, so that it is made again.
        lookAtAll(2 * PATIENCE);
        assertEquals(List.of(3, 3), taken.stream().map(Event.Call::partition).toList());
    }

    @Test
    void partitionOfANewVersionIsDueLater() {
        write(3, 7);
        lookAtAll(0);
        activate(3, 9, 1);
        lookAtAll(PATIENCE / 2);
        lookAtAll(PATIENCE);
        assertEquals(List.of(), taken);
        lookAtAll(PATIENCE + PATIENCE / 2);
        assertEquals(List.of(3), taken.stream().map(Event.Call::partition).toList());
    }

    @Test
    void whatCannotBeWrittenIsWrittenLater() {
        write(3, 7);
        lookAtAll(0);
        takesWrites = false;
        lookAtAll(PATIENCE);
        lookAtAll(PATIENCE + 1);
        assertEquals(List.of(), taken);
        takesWrites = true;
        lookAtAll(PATIENCE + 2);
        assertEquals(List.of(3), taken.stream().map(Event.Call::partition).toList());
        assertEquals(0, look(PATIENCE + 3));
    }

    @Test
    void formerPrimaryExpiresNothing() {
        write(3, 7);
        lookAtAll(0);
        activate(3, 9, 2);
        lookAtAll(PATIENCE);
        assertEquals(List.of(), taken);
    }

    /** All are due at first, and those that cannot be written remain: each has its turn. */
    @Test
    void oneRunLooksAtABoundedNumber() {
        int inARun = 0;
        takesWrites = false;
        for (int i = 0; i < 10; i++) {
            inARun = Math.max(inARun, look(0));
        }
        assertTrue(inARun <= 3 * LedPartitions.MAX_LOOKS, inARun + " times");
        takesWrites = true;
        int all = lookAtAll(0);
        assertTrue(all >= PARTITIONS / 3, all + " times");
        assertEquals(0, look(0));
    }
}
