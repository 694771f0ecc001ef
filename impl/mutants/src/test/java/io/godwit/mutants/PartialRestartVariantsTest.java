package io.godwit.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.PartialRestart;
import io.godwit.protocol.classic.RestartPolicy;
import io.godwit.protocol.classic.RestartState;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Members 1 and 2 have stored an older table than 3; 3 owns partition 1. */
class PartialRestartVariantsTest {
    private static final PartitionTable OLD = table(PartitionEntry.of(1, 1), PartitionEntry.of(1, 1));
    private static final PartitionTable NEW = table(PartitionEntry.of(1, 1), PartitionEntry.of(2, 3));
    private static final Map<Integer, Integer> SAME_ADDRESSES = Map.of(1, 1, 2, 2, 3, 3);
    private static final Map<Integer, Integer> MOVED = Map.of(1, 1, 2, 2, 3, 6);
    private static final RestartState STOPPED =
            new RestartState(NEW, List.of(OLD, OLD, NEW), MemberSet.of(1, 2, 3), MemberSet.of(), OLD);

    private static PartitionTable table(PartitionEntry zero, PartitionEntry one) {
        return PartitionTable.of(2, p -> p == 0 ? zero : one);
    }

    private static PartialRestart without(String name) {
        return Mutants.find("classic/" + name).orElseThrow().classic().partialRestart();
    }

    private static boolean startsWith(int member, RestartPolicy policy, String missing) {
        PartialRestart module = without(missing);
        return Step.of(STOPPED, it -> module.restart(it, policy, SAME_ADDRESSES, member))
                .accepted();
    }

    private static PartitionTable afterMove(String missing) {
        return without(missing)
                .restart(STOPPED, RestartPolicy.MOST_RECENT, MOVED, 3)
                .state()
                .restored();
    }

    @Test
    void mostRecentIsTheLargestGroup() {
        assertEquals(true, startsWith(1, RestartPolicy.MOST_RECENT, "RecentBySum"));
        assertEquals(false, startsWith(3, RestartPolicy.MOST_RECENT, "RecentBySum"));
    }

    @Test
    void mostRecentIsByOnePartition() {
        assertEquals(true, startsWith(1, RestartPolicy.MOST_RECENT, "RecentSumsAll"));
        assertEquals(true, startsWith(3, RestartPolicy.MOST_RECENT, "RecentSumsAll"));
    }

    @Test
    void mostCompleteIsTheGreatestSum() {
        assertEquals(false, startsWith(1, RestartPolicy.MOST_COMPLETE, "CompleteBySize"));
        assertEquals(true, startsWith(3, RestartPolicy.MOST_COMPLETE, "CompleteBySize"));
    }

    @Test
    void oldAddressStays() {
        assertEquals(table(PartitionEntry.of(1, 1), PartitionEntry.of(3, 3)), afterMove("MoveReplaces"));
    }

    @Test
    void versionStays() {
        assertEquals(table(PartitionEntry.of(1, 1), PartitionEntry.of(2, 6)), afterMove("MoveRaisesVersion"));
    }

    @Test
    void allVersionsRise() {
        assertEquals(table(PartitionEntry.of(2, 1), PartitionEntry.of(3, 6)), afterMove("MoveRaisesTouchedOnly"));
    }
}
