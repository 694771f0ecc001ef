package io.godwit.simulation.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Subject.RestartIdentity;
import io.godwit.simulation.classic.ClassicSubject;
import io.godwit.simulation.quorum.QuorumSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The number of a process that starts where another one died. */
class IdentityTest {
    private static final int FOUNDERS = 5;
    private static final Pattern START = Pattern.compile(" (\\d+) start +m(\\d+) starts at site");
    /** Not in each of them a process starts where another one died. */
    private static final long SEEDS = 3;

    @Test
    void successorHasANumberOfItsOwnUnlessTheWorldIsBroken() {
        assertNew(RestartIdentity.OWN, new QuorumSubject(Quorum.whole()));
        assertNew(RestartIdentity.OWN, new ClassicSubject(Classic.repaired()));
        Subject<?> byAddress = Subjects.mutant("classic", "LeaverChecksIncarnation");
        assertNew(RestartIdentity.ADDRESS, byAddress);
        Subject<?> same = Subjects.mutant("quorum", "FreshIdentity");
        assertEquals(RestartIdentity.NUMBER, same.identity());
        List<Integer> numbers = numbers(same);
        assertFalse(numbers.isEmpty());
        assertTrue(numbers.stream().allMatch(it -> it <= FOUNDERS), numbers.toString());
    }

    private static void assertNew(RestartIdentity identity, Subject<?> subject) {
        assertEquals(identity, subject.identity());
        List<Integer> numbers = numbers(subject);
        assertFalse(numbers.isEmpty());
        assertTrue(numbers.stream().allMatch(it -> it > FOUNDERS), numbers.toString());
    }

    /** The numbers of processes that start after the first second, while members crash and nothing else happens. */
    private static List<Integer> numbers(Subject<?> subject) {
        List<Integer> numbers = new ArrayList<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            Matcher found = START.matcher(Runs.log(
                    subject, Runs.planner(subject, FOUNDERS, 8, "crash").plan(seed)));
            while (found.find()) {
                if (Long.parseLong(found.group(1)) > 1_000_000) {
                    numbers.add(Integer.parseInt(found.group(2)));
                }
            }
        }
        return numbers;
    }
}
