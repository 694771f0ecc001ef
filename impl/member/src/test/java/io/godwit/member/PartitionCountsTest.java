package io.godwit.member;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.member.PartitionCounts.Counts;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
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

    /** Whatever has changed meanwhile, the counts are those of one who counts for the first time. */
    @Test
    void countsAreThoseOfTheState() {
        SplittableRandom random = new SplittableRandom(1);
        QuorumState state = found(FEW);
        for (int i = 1; i < 500; i++) {
            int p = random.nextInt(FEW);
            switch (random.nextInt(4)) {
                case 0 -> state = put(state, p, i);
                case 1 -> state = protocol.step(state, new Event.Suspect(2 + random.nextInt(2)))
                        .state();
                case 2 -> state = protocol.step(state, new Event.Trust(2 + random.nextInt(2)))
                        .state();
                default -> {
                    int primary = 1 + random.nextInt(3);
                    View view = new View(new Version(1, i), Configuration.settled(primary, 1 + primary % 3));
                    state = new QuorumState(
                            state.setup(),
                            state.control(),
                            state.data().with(p, state.data().replica(p).activated(view)),
                            state.local(),
                            state.master());
                }
            }
            if (random.nextInt(3) == 0) {
                assertEquals(new PartitionCounts().of(state), counts.of(state));
            }
        }
    }
}
