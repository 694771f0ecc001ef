package io.godwit.protocol.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowDisksTest {
    private static final long MILLI = 1_000;
    private static final long SECOND = 1_000 * MILLI;

    /** A second to notice, and four writes, one after the other: the candidate's, the votes', and what was begun before them. */
    private static long enough(long flush) {
        return SECOND + 500 * MILLI + 4 * flush;
    }

    @ParameterizedTest(name = "{0} members, started {1} ms apart, {2} ms per write")
    @CsvSource({
        "3,0,0", "3,0,200", "3,0,400", "3,1,1000", "3,0,1500", "3,70,1500", "3,100,1500", "3,300,1500", "3,0,1900",
        "5,0,0", "5,0,400", "5,1,1000", "5,0,1500", "5,70,1500", "5,100,1500", "5,200,1900", "2,0,1500", "7,0,1500"
    })
    void membersWithSlowDisksElectAMasterAndKeepIt(int members, long apart, long millis) {
        long flush = millis * MILLI;
        SlowDisks cluster = new SlowDisks(members, apart * MILLI, m -> flush);
        long took = cluster.untilThereIsAMaster(60 * SECOND);
        assertTrue(took <= enough(flush) + members * apart * MILLI, "took " + took);
        int first = cluster.master();
        int term = cluster.term();
        cluster.run(20 * SECOND);
        assertEquals(first, cluster.master());
        assertEquals(term, cluster.term());
        if (members > 2) {
            cluster.crash(first);
            took = cluster.untilThereIsAMaster(60 * SECOND);
            assertTrue(took <= SECOND + enough(flush), "took " + took);
            assertNotEquals(first, cluster.master());
        }
    }

    @ParameterizedTest(name = "{0} members, number {1} has a good disk")
    @CsvSource({"3,1", "3,2", "3,3", "5,1", "5,5"})
    void goodDiskAmongSlowOnesIsNoHindrance(int members, int good) {
        long flush = 1_500 * MILLI;
        SlowDisks cluster = new SlowDisks(members, 0, m -> m == good ? MILLI : flush);
        long took = cluster.untilThereIsAMaster(60 * SECOND);
        assertTrue(took <= enough(flush), "took " + took);
    }

    @ParameterizedTest(name = "{0} members, number {1} has a slow disk")
    @CsvSource({"3,1", "3,3", "5,1", "5,5"})
    void slowDiskAmongGoodOnesIsNoHindrance(int members, int slow) {
        long flush = 1_500 * MILLI;
        SlowDisks cluster = new SlowDisks(members, 0, m -> m == slow ? flush : MILLI);
        long took = cluster.untilThereIsAMaster(60 * SECOND);
        assertTrue(took <= enough(flush), "took " + took);
    }
}
