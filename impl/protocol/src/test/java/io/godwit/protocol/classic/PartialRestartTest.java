package io.godwit.protocol.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Members 1 and 2 stop, partition 1 passes to 3 and 3 stops; all return, or some, at their addresses or at others. */
class PartialRestartTest {
    private static final PartitionTable OLD = table(PartitionEntry.of(1, 1, 2), PartitionEntry.of(1, 1, 2));
    private static final PartitionTable NEW = table(PartitionEntry.of(1, 1, 2), PartitionEntry.of(2, 3, 2));
    private static final RestartState RUNNING = RestartState.running(OLD, 3);
    private static final RestartState CHANGED =
            new RestartState(NEW, List.of(OLD, OLD, OLD), MemberSet.of(1, 2), MemberSet.of(), OLD);
    private static final RestartState TOLD =
            new RestartState(NEW, List.of(OLD, OLD, NEW), MemberSet.of(1, 2), MemberSet.of(), OLD);
    private static final RestartState STOPPED =
            new RestartState(NEW, List.of(OLD, OLD, NEW), MemberSet.of(1, 2, 3), MemberSet.of(), OLD);
    private static final Map<Integer, Integer> ALL = Map.of(1, 1, 2, 2, 3, 3);

    private static final PartialRestart MODULE = Classic.repaired().partialRestart();
    private static final PartialRestart GLOBAL =
            new Classic(Rules.without(ClassicRule.VERSION_PER_PARTITION)).partialRestart();

    private static PartitionTable table(PartitionEntry zero, PartitionEntry one) {
        return PartitionTable.of(2, p -> p == 0 ? zero : one);
    }

    private static RestartState accepted(RestartState state, Function<RestartState, Step<RestartState>> action) {
        Step<RestartState> step = Step.of(state, action);
        assertTrue(step.accepted(), () -> step.refused().toString());
        assertTrue(step.commands().isEmpty());
        return step.state();
    }

    private static void refused(String refusal, RestartState state, Function<RestartState, Step<RestartState>> action) {
        Step<RestartState> step = Step.of(state, action);
        assertEquals(refusal, String.valueOf(step.refused()));
        assertSame(state, step.state());
    }

    private static Function<RestartState, Step<RestartState>> restart(
            RestartPolicy policy, Map<Integer, Integer> returning, int member) {
        return state -> MODULE.restart(state, policy, returning, member);
    }

    @Test
    void clusterStopsMemberByMember() {
        RestartState one = accepted(RUNNING, it -> MODULE.stop(it, 1));
        RestartState two = accepted(one, it -> MODULE.stop(it, 2));
        RestartState changed = accepted(two, it -> MODULE.change(it, 1, 3));
        assertEquals(CHANGED, changed);
        RestartState told = accepted(changed, it -> MODULE.learn(it, 3, 1));
        assertEquals(TOLD, told);
        assertEquals(STOPPED, accepted(told, it -> MODULE.stop(it, 3)));
    }

    @Test
    void stoppedMemberTakesNoStep() {
        refused("NOT_STOPPED: 1 is among {1, 2}", CHANGED, it -> MODULE.change(it, 1, 1));
        refused("NOT_STOPPED: 1 is among {1, 2}", CHANGED, it -> MODULE.learn(it, 1, 1));
        refused("NOT_STOPPED: 1 is among {1, 2}", CHANGED, it -> MODULE.stop(it, 1));
    }

    @Test
    void whatChangesNothingIsRefused() {
        refused("OTHER_OWNER: 3 owns partition 1", CHANGED, it -> MODULE.change(it, 1, 3));
        refused("NOT_TOLD: 3 has stored " + OLD.get(0), CHANGED, it -> MODULE.learn(it, 3, 0));
    }

    @Test
    void memberStopsWhenItKnowsAll() {
        refused("STOP_KNOWS_ALL: 3 has stored " + OLD, CHANGED, it -> MODULE.stop(it, 3));
        PartialRestart crashing = new Classic(Rules.without(ClassicRule.STOP_KNOWS_ALL)).partialRestart();
        assertEquals(
                MemberSet.of(1, 2, 3),
                accepted(CHANGED, it -> crashing.stop(it, 3)).stopped());
    }

    @Test
    void mostRecentIsTheGreatestSum() {
        assertEquals(
                STOPPED.started(MemberSet.of(3), NEW), accepted(STOPPED, restart(RestartPolicy.MOST_RECENT, ALL, 3)));
        refused("PREFERRED_MOST: not the table of 1: MOST_RECENT", STOPPED, restart(RestartPolicy.MOST_RECENT, ALL, 1));
    }

    @Test
    void mostCompleteIsTheLargestGroup() {
        assertEquals(
                STOPPED.started(MemberSet.of(1, 2), OLD),
                accepted(STOPPED, restart(RestartPolicy.MOST_COMPLETE, ALL, 2)));
        refused(
                "PREFERRED_MOST: not the table of 3: MOST_COMPLETE",
                STOPPED,
                restart(RestartPolicy.MOST_COMPLETE, ALL, 3));
    }

    @Test
    void onlyThoseWhoReturnAreCounted() {
        assertEquals(
                STOPPED.started(MemberSet.of(2), OLD),
                accepted(STOPPED, restart(RestartPolicy.MOST_RECENT, Map.of(2, 2), 2)));
        assertEquals(
                STOPPED.started(MemberSet.of(3), NEW),
                accepted(STOPPED, restart(RestartPolicy.MOST_COMPLETE, Map.of(2, 2, 3, 3), 3)));
        refused("RETURNS: 3 is not among {1, 2}", STOPPED, restart(RestartPolicy.MOST_RECENT, Map.of(1, 1, 2, 2), 3));
    }

    @Test
    void clusterStartsOnceAndWhenAllHaveStopped() {
        refused("ALL_STOPPED: only {1, 2}", TOLD, restart(RestartPolicy.MOST_RECENT, ALL, 3));
        refused(
                "NOT_STARTED: {3} have started",
                STOPPED.started(MemberSet.of(3), NEW), restart(RestartPolicy.MOST_RECENT, ALL, 3));
    }

    /** Of those who start only: 2 keeps its old address in a table that 3 starts with. */
    @Test
    void newAddressRaisesPartitionsThatNameIt() {
        Map<Integer, Integer> moved = Map.of(1, 1, 2, 5, 3, 6);
        assertEquals(
                table(PartitionEntry.of(1, 1, 2), PartitionEntry.of(3, 6, 2)),
                accepted(STOPPED, restart(RestartPolicy.MOST_RECENT, moved, 3)).restored());
        assertEquals(
                table(PartitionEntry.of(2, 1, 5), PartitionEntry.of(2, 1, 5)),
                accepted(STOPPED, restart(RestartPolicy.MOST_COMPLETE, moved, 1))
                        .restored());
    }

    /** Each takes the address of the other. */
    @Test
    void addressesMayBeExchanged() {
        Map<Integer, Integer> exchanged = Map.of(1, 2, 2, 1);
        assertEquals(
                table(PartitionEntry.of(2, 2, 1), PartitionEntry.of(2, 2, 1)),
                accepted(STOPPED, restart(RestartPolicy.MOST_COMPLETE, exchanged, 1))
                        .restored());
    }

    @Test
    void oneVersionRisesByTheNumberOfEntries() {
        RestartState changed = accepted(RUNNING, it -> GLOBAL.change(it, 1, 3));
        assertEquals(table(PartitionEntry.of(2, 1, 2), PartitionEntry.of(2, 3, 2)), changed.newest());
        assertEquals(
                changed.newest(),
                accepted(changed, it -> GLOBAL.learn(it, 2, 0)).storedBy(2));
        assertEquals(
                table(PartitionEntry.of(3, 4, 2), PartitionEntry.of(3, 4, 2)),
                accepted(STOPPED, it -> GLOBAL.restart(it, RestartPolicy.MOST_COMPLETE, Map.of(1, 4, 2, 2), 1))
                        .restored());
    }
}
