package io.godwit.modelcheck.tlc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.modelcheck.run.EngineResult.ActionCoverage;
import io.godwit.modelcheck.run.Verdict;
import io.godwit.modelcheck.run.Verdict.FailureKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class TlcJudgeTest {
    private static final String STATS =
            msg(2199, 0, "1,019 states generated, 8 distinct states found, 0 states left on queue.");
    private static final String END = STATS + msg(2186, 0, "Finished in 9ms at (now)");
    private static final String SUCCESS = msg(2193, 0, "Model checking completed.");
    private static final String STATE = msg(2217, 4, "1: <Initial predicate>\n/\\ x = 0\n");

    @Test
    void holds() {
        assertEquals(new Verdict.Holds(), judge(SUCCESS + END, 0));
    }

    @Test
    void violated() {
        assertEquals(
                new Verdict.Violated("Bounded"),
                judge(msg(2110, 1, "Invariant Bounded is violated.") + msg(2121, 1, "The behavior") + STATE + END, 12));
    }

    @Test
    void violatedByAnInitialState() {
        assertEquals(
                new Verdict.Violated("Bounded"),
                judge(msg(2107, 1, "Invariant Bounded is violated by the initial state:\n/\\ x = 9"), 12));
    }

    @Test
    void temporalPropertyIsNotNamed() {
        TlcJudge judge = new TlcJudge(List.of(), List.of("Live", "Fair"));

        assertEquals(
                new Verdict.Violated(List.of("Live", "Fair")),
                judge.judge(record(msg(2116, 1, "Temporal properties were violated.") + STATE + END), 13, false));
    }

    @Test
    void soleTemporalPropertyIsTheOne() {
        TlcJudge judge = new TlcJudge(List.of("A"), List.of("Live"));

        assertEquals(
                new Verdict.Violated("Live"),
                judge.judge(record(msg(2116, 1, "Temporal properties were violated.") + STATE + END), 13, false));
    }

    @Test
    void refinementIsNamedByItsPlaceAndSoByElimination() {
        TlcJudge judge = new TlcJudge(List.of(), List.of("Refines"));

        assertEquals(
                new Verdict.Violated("Refines"),
                judge.judge(
                        record(msg(2112, 1, "Action property line 5, col 1 to line 5, col 9 of module T is violated.")
                                + STATE
                                + END),
                        13,
                        false));
    }

    @Test
    void violationWithTheExitStatusOfACrashIsACrash() {
        assertFailed(FailureKind.CRASH, msg(2110, 1, "Invariant Bounded is violated.") + STATE + END, 255);
    }

    @Test
    void violationWithoutTheEndOfTheRunIsACrash() {
        assertFailed(FailureKind.CRASH, msg(2110, 1, "Invariant Bounded is violated.") + STATE, 12);
    }

    @Test
    void errorBesideAViolationIsAnError() {
        assertFailed(
                FailureKind.EVALUATION,
                msg(2110, 1, "Invariant Bounded is violated.") + STATE + msg(2103, 1, "nested expressions") + END,
                12);
    }

    @Test
    void violationOfSomethingElseIsACrash() {
        assertFailed(FailureKind.CRASH, msg(2110, 1, "Invariant Other is violated.") + STATE + END, 12);
    }

    @Test
    void successWithoutExitStatusZeroIsACrash() {
        assertFailed(FailureKind.CRASH, SUCCESS + END, 1);
    }

    @Test
    void exitStatusZeroWithoutSuccessIsACrash() {
        assertFailed(FailureKind.CRASH, END, 0);
    }

    @Test
    void silenceIsACrash() {
        assertFailed(FailureKind.CRASH, "", 0);
    }

    @Test
    void statesLeftOnTheQueueAreNotComplete() {
        assertFailed(
                FailureKind.INCOMPLETE,
                SUCCESS
                        + msg(2199, 0, "9 states generated, 8 distinct states found, 1 states left on queue.")
                        + END.substring(STATS.length()),
                0);
    }

    @Test
    void invariantThatWasNeverEvaluatedIsNotComplete() {
        String coverage =
                msg(2201, 0, "The coverage") + msg(2774, 0, "<TypeOK line 1, col 1 to line 1, col 2 of module A>");

        assertFailed(FailureKind.INCOMPLETE, SUCCESS + coverage + END, 0);
    }

    @Test
    void deadlock() {
        assertFailed(FailureKind.DEADLOCK, msg(2114, 1, "Deadlock reached.") + STATE + END, 11);
    }

    @Test
    void memory() {
        assertFailed(FailureKind.OUT_OF_MEMORY, msg(1001, 1, "Out of memory") + END, 153);
        assertFailed(FailureKind.OUT_OF_MEMORY, "", 3);
    }

    @Test
    void brokenInput() {
        assertFailed(FailureKind.PARSE, msg(3002, 1, ""), 150);
        assertFailed(FailureKind.CONFIG, msg(1000, 1, "wraps") + msg(5006, 0, "expecting"), 255);
        assertFailed(FailureKind.ASSUMPTION, msg(2104, 1, "Assumption line 3"), 10);
    }

    @Test
    void time() {
        Verdict verdict = new TlcJudge(List.of("Bounded"), List.of()).judge(record(SUCCESS + END), 0, true);

        assertEquals(FailureKind.TIMEOUT, ((Verdict.Failed) verdict).kind());
    }

    @Test
    void recordsCountsCoverageAndTrace() {
        TlcRecord record = record(msg(2201, 0, "old")
                + msg(2772, 0, "<Gone line 1, col 1 to line 1, col 2 of module A>: 1:1")
                + msg(2201, 0, "new")
                + msg(2772, 0, "<Inc line 1, col 1 to line 1, col 2 of module A>: 3:12")
                + msg(2772, 0, "<Inc(2) line 1, col 1 to line 1, col 2 of module A (5 1 5 9)>: 1:2")
                + msg(2774, 0, "<TypeOK line 1, col 1 to line 1, col 2 of module A>")
                + msg(2194, 0, "The depth of the complete state graph search is 5.")
                + STATE
                + STATE
                + STATS);

        assertEquals(List.of(new ActionCoverage("Inc", "A", 4, 14)), record.coverage());
        assertEquals(1019, record.progress().generated());
        assertEquals(8, record.progress().distinct());
        assertEquals(5, record.depth());
        assertEquals(2, record.traceLength());
        assertEquals(java.util.Set.of("TypeOK"), record.evaluated());
    }

    private static Verdict judge(String output, int exit) {
        return new TlcJudge(List.of("TypeOK", "Bounded"), List.of()).judge(record(output), exit, false);
    }

    private static void assertFailed(FailureKind kind, String output, int exit) {
        Verdict verdict = judge(output, exit);
        assertEquals(Verdict.Failed.class, verdict.getClass(), verdict::text);
        assertEquals(kind, ((Verdict.Failed) verdict).kind());
    }

    private static TlcRecord record(String output) {
        TlcRecord record = new TlcRecord();
        ToolMessageParser parser = new ToolMessageParser(record::message, record::outside);
        output.lines().forEach(parser::line);
        return record;
    }

    private static String msg(int number, int severity, String body) {
        return "@!@!@STARTMSG " + number + ":" + severity + " @!@!@\n" + body + "\n@!@!@ENDMSG " + number + " @!@!@\n";
    }
}
