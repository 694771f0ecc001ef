package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.transport.frame.Frame.Verdict;
import io.godwit.transport.frame.Run;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunTableTest {
    private static final int MEMBER = 3;
    private static final Run FIRST = new Run(1, 11, 0);
    private static final Run SECOND = new Run(2, 12, 0);

    private final RunTable runs = new RunTable(Map.of(MEMBER, FIRST));

    @Test
    void laterRunIsConfirmedAndThenAgain() {
        assertEquals(Verdict.CONFIRMED, runs.confirm(MEMBER, SECOND, false));
        assertEquals(Verdict.CONFIRMED, runs.confirm(MEMBER, SECOND, true));
        assertEquals(SECOND, runs.known(MEMBER));
        assertEquals(Verdict.CONFIRMED, runs.confirm(4, SECOND, false));
    }

    @Test
    void anotherProcessOfTheSameNumberAndAnEarlierOneAreNotConfirmed() {
        runs.confirm(MEMBER, SECOND, false);
        assertEquals(Verdict.LATER_KNOWN, runs.confirm(MEMBER, new Run(2, 13, 0), false));
        assertEquals(Verdict.LATER_KNOWN, runs.confirm(MEMBER, FIRST, false));
        assertEquals(SECOND, runs.known(MEMBER));
    }

    @Test
    void processThatIsHeardKeepsItsPlace() {
        assertEquals(Verdict.IN_USE, runs.confirm(MEMBER, SECOND, true));
        assertEquals(FIRST, runs.known(MEMBER));
    }

    @Test
    void memberThatDoesNotKnowOfTheLastMoveIsNotConfirmedWhereItWas() {
        Run moved = new Run(2, 12, 12);
        assertEquals(Verdict.CONFIRMED, runs.confirm(MEMBER, moved, false));
        assertEquals(Verdict.MOVED, runs.confirm(MEMBER, new Run(3, 13, 0), false));
        assertEquals(moved, runs.known(MEMBER));
        assertEquals(Verdict.CONFIRMED, runs.confirm(MEMBER, new Run(3, 14, 12), false));
        assertEquals(Verdict.CONFIRMED, runs.confirm(MEMBER, new Run(4, 15, 15), false));
    }

    @Test
    void processThatAsksAsMovedIsTheSame() {
        runs.confirm(MEMBER, SECOND, false);
        assertEquals(Verdict.CONFIRMED, runs.confirm(MEMBER, SECOND.moving(), false));
        assertEquals(Verdict.MOVED, runs.confirm(MEMBER, SECOND, false), "a request that is late");
    }

    @Test
    void laterProcessMayConnectAndIsRemembered() {
        assertFalse(runs.hear(MEMBER, FIRST));
        assertTrue(runs.allows(MEMBER, SECOND));
        assertTrue(runs.hear(MEMBER, SECOND));
        assertFalse(runs.allows(MEMBER, FIRST));
        assertFalse(runs.allows(MEMBER, new Run(2, 13, 0)));
        assertFalse(runs.hear(MEMBER, FIRST));
    }

    @Test
    void memberWithoutADirectoryMayConnect() {
        assertTrue(runs.allows(7, Run.NONE));
        assertFalse(runs.hear(7, Run.NONE));
    }
}
