package io.godwit.simulation.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.godwit.protocol.Copies;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.ClusterInvariants.Beginning;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.cluster.LostPartitions.Loss;
import io.godwit.simulation.linear.History;
import io.godwit.simulation.linear.History.RecordedCall;
import io.godwit.simulation.linear.Linearizability;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A partition is lost at 20 and has begun again at 30; a register in it had 5 before. */
class HistoryCheckerTest {
    private static final long KEY = 0;
    private static final MapCalls MAPS = MapCalls.of(Copies.all(2), 1);
    private static final MapContent KEPT = MapContent.EMPTY.apply(9, 1, MAPS.of(new Put(KEY, 5)));
    private static final Map<Integer, Loss> LOST = Map.of(0, new Loss(20, new Beginning(30, KEPT)));

    private final History history = new History();

    private void call(Operation operation, long invoked, long answered, Long... values) {
        history.add(new RecordedCall(
                1, history.size() + 1, operation, invoked, answered, new Result.Done(List.of(values))));
    }

    private String violated(Map<Integer, Loss> losses) {
        Violation found =
                new HistoryChecker(Linearizability.DEFAULT_LIMIT, property -> true).judge(history, MAPS, losses);
        return found == null ? null : found.property();
    }

    @Test
    void whatWasAnsweredBeforeTheLossMayBeMissingAfterIt() {
        call(new Put(KEY, 5), 1, 2);
        call(new Put(KEY, 7), 3, 4);
        call(new Get(KEY), 40, 50, 5L);
        assertEquals("Linearizable", violated(Map.of()));
        assertNull(violated(LOST));
    }

    @Test
    void whatTheKeptCopyHasNotMayNotBeRead() {
        call(new Put(KEY, 5), 1, 2);
        call(new Put(KEY, 7), 3, 4);
        call(new Get(KEY), 40, 50, 7L);
        assertNull(violated(Map.of()));
        assertEquals("Linearizable", violated(LOST));
    }

    @Test
    void callUnderWayMayBeCarriedOutAfterTheLoss() {
        call(new Put(KEY, 5), 1, 2);
        call(new Put(KEY, 7), 15, 35);
        call(new Get(KEY), 40, 50, 7L);
        assertNull(violated(LOST));
    }

    @Test
    void historyBeforeTheLossIsJudged() {
        call(new Put(KEY, 5), 1, 2);
        call(new Get(KEY), 3, 4, 0L);
        assertEquals("Linearizable", violated(LOST));
    }

    @Test
    void partitionThatHasNotBegunAgainIsJudgedUntilItsLoss() {
        call(new Put(KEY, 5), 1, 2);
        call(new Get(KEY), 3, 4, 5L);
        assertNull(violated(Map.of(0, new Loss(20, null))));
        call(new Get(KEY), 5, 6, 0L);
        assertEquals("Linearizable", violated(Map.of(0, new Loss(20, null))));
    }
}
