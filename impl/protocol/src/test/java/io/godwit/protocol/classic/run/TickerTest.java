package io.godwit.protocol.classic.run;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.content;
import static io.godwit.protocol.classic.ClassicFixture.master;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.stamp;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.update;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.ClassicFixture.without;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.bare;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.idle;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.sent;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.ticked;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MigrationCommit;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheck;
import io.godwit.protocol.classic.ControlMessage.PromotionCommit;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;
import io.godwit.protocol.classic.ControlMessage.ShutdownResponse;
import io.godwit.protocol.classic.DataMessage.SyncCheck;
import io.godwit.protocol.classic.DataMessage.SyncResponse;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Promotion;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Result;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TickerTest {
    private static final Result OK = new Result.Done(List.of());
    private final ClassicEngine member = idle();

    private static List<Message> toAll(Map<Integer, List<Message>> sent, Message message) {
        return sent.entrySet().stream()
                .filter(e -> e.getValue().contains(message))
                .<Message>map(e -> message)
                .toList();
    }

    @Test
    void masterAsksForStampsOnceARound() {
        PartitionStateCheck check = new PartitionStateCheck(stamp(TABLE).value());
        Step<ClassicState> first = member.step(master(), new Event.Tick(7));
        assertEquals(3, toAll(sent(first), check).size());
        assertEquals(7 + Ticker.ROUND_MICROS, first.state().timers().round());
        assertEquals(7, first.state().timers().now());
        Step<ClassicState> early = member.step(first.state(), new Event.Tick(6 + Ticker.ROUND_MICROS));
        assertEquals(sent(first), sent(early));
        assertEquals(7 + Ticker.ROUND_MICROS, early.state().timers().round());
        Step<ClassicState> second = member.step(first.state(), new Event.Tick(7 + Ticker.ROUND_MICROS));
        assertEquals(7 + 2 * Ticker.ROUND_MICROS, second.state().timers().round());
    }

    @Test
    void ownerComparesWithItsBackups() {
        ClassicState owner = member(2)
                .but()
                .replica(1, new Replica(content(1), 1, false, false))
                .done();
        Step<ClassicState> step = member.step(owner, new Event.Tick(1));
        SyncCheck check = new SyncCheck(1, 1);
        assertEquals(Map.of(1, List.of(check), 3, List.of(check)), sent(step));
    }

    @Test
    void syncIsFinishedAtTheNextTick() {
        ClassicState serving = member(2)
                .but()
                .serving(PartitionMap.<Serving>empty().with(1, new Serving(3, 4, MapContent.EMPTY)))
                .frozen(1, true)
                .done();
        ClassicState later =
                serving.but().timers(serving.timers().withRound(100)).done();
        Step<ClassicState> step = member.step(later, new Event.Tick(1));
        assertEquals(Map.of(3, List.of(new SyncResponse(1, 3, 4, MapContent.EMPTY))), sent(step));
        assertEquals(member(2), bare(step.state()));
    }

    @Test
    void queuedCleanUpRunsInARound() {
        ClassicState late = member(4)
                .but()
                .replica(0, new Replica(content(1), 1, false, true))
                .done();
        assertEquals(member(4), bare(ticked(member, late, 1)));
    }

    @Test
    void leaverAsksAgain() {
        ClassicState leaver = member(4).but().leaving(MemberSet.of(4)).done();
        assertEquals(Map.of(1, List.of(new ShutdownRequest(4))), sent(member.step(leaver, new Event.Tick(1))));
    }

    @Test
    void leaversAreReleasedInARound() {
        ClassicState master = master().but().leaving(MemberSet.of(4)).done();
        Step<ClassicState> step = member.step(master, new Event.Tick(1));
        assertTrue(sent(step).get(4).contains(new ShutdownResponse(4)));
        assertFalse(sent(step).get(3).contains(new ShutdownResponse(3)));
    }

    @Test
    void promotionsAreRepeatedInARound() {
        ClassicState promoting = with(master(), table(PartitionEntry.of(4, 0, 2, 3), PartitionEntry.of(3, 2, 3, 1)))
                .but()
                .duty(MasterPhase.PROMOTE)
                .promotion(Optional.of(new Promotion(2, List.of(0))))
                .done();
        assertTrue(sent(member.step(promoting, new Event.Tick(1))).get(2).get(0) instanceof PromotionCommit);
    }

    @Test
    void commitsAreRepeatedForEver() {
        ClassicState state = master(MigrationProgress.Stage.COMMIT, MOVE);
        for (int round = 0; round < 2 * Ticker.COPY_ROUNDS; round++) {
            Step<ClassicState> step = member.step(state, new Event.Tick(1 + round * Ticker.ROUND_MICROS));
            assertTrue(sent(step).get(4).contains(new MigrationCommit(MOVE.with(Status.SUCCESS))));
            state = step.state();
        }
        assertTrue(state.inflight().has(0));
    }

    @Test
    void copyTakesALimitedTime() {
        ClassicState state = master(MigrationProgress.Stage.COPY, MOVE);
        for (int round = 0; round < Ticker.COPY_ROUNDS; round++) {
            state = ticked(member, state, 1 + round * Ticker.ROUND_MICROS);
            assertEquals(round, state.timers().flights().get(0).rounds());
        }
        assertTrue(state.inflight().has(0));
        state = ticked(member, state, 1 + Ticker.COPY_ROUNDS * Ticker.ROUND_MICROS);
        assertFalse(state.inflight().has(0));
        assertEquals(5, state.version(0));
        assertNull(ticked(member, state, 1 + 30 * Ticker.ROUND_MICROS)
                .timers()
                .flights()
                .get(0));
    }

    @Test
    void waitingStartsAnewWithAnotherMigration() {
        ClassicState state =
                ticked(member, ticked(member, master(MigrationProgress.Stage.COPY, MOVE), 1), 1 + Ticker.ROUND_MICROS);
        assertEquals(1, state.timers().flights().get(0).rounds());
        ClassicState other = state.but()
                .inflight(master(MigrationProgress.Stage.COMMIT, MOVE).inflight())
                .done();
        assertEquals(
                0,
                ticked(member, other, 1 + 2 * Ticker.ROUND_MICROS)
                        .timers()
                        .flights()
                        .get(0)
                        .rounds());
    }

    private static ClassicState writing() {
        return member(2)
                .but()
                .pending(PartitionMap.<List<Pending>>empty()
                        .with(1, List.of(new Pending(update(1), OK, MemberSet.of(1, 3)))))
                .done();
    }

    @Test
    void writeWaitsForItsBackups() {
        ClassicState state = writing();
        for (int round = 0; round < 2 * Ticker.WRITE_ROUNDS; round++) {
            state = ticked(member, state, 1 + round * Ticker.ROUND_MICROS);
        }
        assertTrue(state.pending().has(1));
        assertEquals(2 * Ticker.WRITE_ROUNDS - 1, state.timers().writes().get(1).rounds());
    }

    @Test
    void unguardedWriteWaitsForLimitedTime() {
        ClassicEngine hasty =
                ClassicEngineFixture.engine(without(ClassicRule.ACK_WAITS_FOR_BACKUPS), ClassicEngineFixture.IDLE);
        ClassicState state = writing();
        for (int round = 0; round < Ticker.WRITE_ROUNDS; round++) {
            state = ticked(hasty, state, 1 + round * Ticker.ROUND_MICROS);
        }
        assertTrue(state.pending().has(1));
        Step<ClassicState> last = hasty.step(state, new Event.Tick(1 + Ticker.WRITE_ROUNDS * Ticker.ROUND_MICROS));
        assertFalse(last.state().pending().has(1));
        assertTrue(last.commands().contains(new Command.Answer(1, 1, OK)));
    }
}
