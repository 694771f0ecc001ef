package io.godwit.protocol.quorum.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Copies;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Member 1 is the primary of partition 0, and 2 its backup; promises last 3 s. */
class LeaseRestartTest {
    private final TestCluster cluster =
            new TestCluster(Quorum.whole(), 3, 1, Copies.all(2), LeaseTimes.within(3_000_000_000L, 10_000));

    /** A founder dies before its first image is on its disk, and is a founder again: it may have promised something. */
    @Test
    void founderThatStartsAgainKeepsItsPromise() {
        cluster.call(1, 0, new Get(1));
        cluster.run(10);
        cluster.link(letter -> letter.from() != 1 && letter.to() != 1);
        assertEquals(1, cluster.call(1, 0, new Get(1)).size(), "1 reads under its lease");
        cluster.foundAgain(2);
        for (int i = 0; i < 280 && cluster.configuration(2, 0).primary() != 2; i++) {
            cluster.run(10);
        }
        assertEquals(2, cluster.configuration(2, 0).primary());
        assertEquals(List.of(), cluster.call(2, 0, new Put(1, 5)), "1 may still read that there is nothing");
        cluster.run(3_100);
        assertEquals(List.of(), cluster.call(1, 0, new Get(1)), "the lease is over");
    }
}
