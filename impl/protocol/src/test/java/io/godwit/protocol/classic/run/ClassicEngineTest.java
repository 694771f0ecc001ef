package io.godwit.protocol.classic.run;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.OTHER;
import static io.godwit.protocol.classic.ClassicFixture.SETTINGS;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.VIEW;
import static io.godwit.protocol.classic.ClassicFixture.content;
import static io.godwit.protocol.classic.ClassicFixture.joined;
import static io.godwit.protocol.classic.ClassicFixture.master;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.update;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.bare;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.idle;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.sent;
import static io.godwit.protocol.classic.run.ClassicEngineFixture.ticked;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.ControlMessage.FetchReply;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.ControlMessage.MembersUpdate;
import io.godwit.protocol.classic.ControlMessage.MigrationReply;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;
import io.godwit.protocol.classic.ControlMessage.ShutdownResponse;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.DataMessage.Backup;
import io.godwit.protocol.classic.DataMessage.BackupAck;
import io.godwit.protocol.classic.DataMessage.MigrationData;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.TimerState;
import io.godwit.protocol.classic.data.Channel;
import io.godwit.protocol.classic.data.LinkMessage.Packet;
import io.godwit.protocol.classic.data.LinkMessage.Received;
import io.godwit.protocol.classic.data.MemberLinks;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassicEngineTest {
    private final ClassicEngine member = idle();

    private static Event deliver(int from, long number, Message message) {
        return new Event.Deliver(from, new Packet(Channel.of(message), number, 0, message));
    }

    @Test
    void messageIsTakenAndAcknowledged() {
        Step<ClassicState> step = member.step(member(3), deliver(1, 0, new PartitionState(MOVED, MigrationSet.EMPTY)));
        assertEquals(with(member(3), MOVED), bare(step.state()));
        assertEquals(List.of(new Command.Send(1, new Received(Channel.CONTROL, 1))), step.commands());
        assertEquals(List.of(), step.state().timers().links().waiting());
    }

    @Test
    void messagesAreTakenInOrder() {
        Message second = new ControlMessage.PartitionStateCheck(0);
        Message first = new PartitionState(MOVED, MigrationSet.EMPTY);
        ClassicState early = member.step(member(3), deliver(1, 1, second)).state();
        assertEquals(member(3), bare(early));
        Step<ClassicState> both = member.step(early, deliver(1, 0, first));
        assertEquals(with(member(3), MOVED), bare(both.state()));
        assertEquals(Map.of(1, List.of(new ControlMessage.PartitionStateCheckReply(false))), sent(both));
    }

    @Test
    void messageThatWaitsHoldsUpItsChannel() {
        Message claim = new FetchRequest();
        Message update = new MembersUpdate(5);
        ClassicState waiting = member.step(member(3), deliver(2, 0, claim)).state();
        ClassicState both = member.step(waiting, deliver(2, 1, update)).state();
        assertEquals(member(3), bare(both));
        assertEquals(
                List.of(new MemberLinks.Waiting(2, Channel.CONTROL, claim)),
                both.timers().links().waiting());
        Step<ClassicState> free = member.step(both, new Event.Suspect(1));
        assertEquals(member(3).but().view(MemberSet.of(2, 3, 4, 5)).master(2).done(), bare(free.state()));
        assertEquals(Map.of(2, List.of(new FetchReply(TABLE, MigrationSet.EMPTY, MigrationSet.EMPTY))), sent(free));
    }

    @Test
    void messageThatIsRefusedIsGone() {
        Step<ClassicState> step = member.step(member(3), deliver(2, 0, new PartitionState(MOVED, MigrationSet.EMPTY)));
        assertEquals(member(3), bare(step.state()));
        assertEquals(List.of(), step.state().timers().links().waiting());
    }

    @Test
    void acknowledgementEndsTheRepetition() {
        ClassicState asking = member.step(member(3), new Event.Leave()).state();
        assertEquals(3, member.step(asking, new Event.Suspect(4)).state().view().size());
        Step<ClassicState> again = member.step(asking, new Event.Tick(300_000));
        assertEquals(2, sent(again).get(1).size());
        ClassicState acknowledged = member.step(asking, new Event.Deliver(1, new Received(Channel.CONTROL, 1)))
                .state();
        Step<ClassicState> quiet = member.step(acknowledged, new Event.Tick(300_000));
        assertEquals(List.of(new ShutdownRequest(3)), sent(quiet).get(1));
    }

    @Test
    void suspectIsDisconnected() {
        ClassicState asking = member.step(member(3), new Event.Leave()).state();
        ClassicState alone = member.step(asking, new Event.Suspect(1)).state();
        assertEquals(VIEW.without(1), alone.view());
        assertEquals(
                MemberLinks.NONE.post(1, new ShutdownRequest(3), 0).links().closed(1),
                alone.timers().links());
    }

    @Test
    void oldestLeftBecomesMaster() {
        Step<ClassicState> step = member.step(member(2), new Event.Suspect(1));
        assertEquals(MasterPhase.FETCH, step.state().duty());
        assertEquals(Map.of(3, List.of(new FetchRequest()), 4, List.of(new FetchRequest())), sent(step));
        ClassicState one = member.step(
                        step.state(), deliver(3, 0, new FetchReply(MOVED, MigrationSet.EMPTY, MigrationSet.of(OTHER))))
                .state();
        Step<ClassicState> two =
                member.step(one, deliver(4, 0, new FetchReply(TABLE, MigrationSet.EMPTY, MigrationSet.EMPTY)));
        // It decides what was open, repairs, and publishes.
        assertEquals(MasterPhase.READY, two.state().duty());
        assertEquals(
                table(PartitionEntry.of(4, 4, 2, 3), PartitionEntry.of(6, 2, 3, 0)),
                two.state().table());
        assertTrue(two.state().publication().isPresent());
        assertEquals(3, sent(two).get(3).size());
    }

    @Test
    void trustHealsNothingAndNewcomersAreNotLetInUnasked() {
        ClassicState without4 = member(3).but().view(VIEW.without(4)).done();
        assertEquals(Step.to(without4), member.step(without4, new Event.Trust(4)));
        assertEquals(Step.to(master()), member.step(master(), new Event.Join(5)));
    }

    @Test
    void newcomerAsksMembersThatItHearsOf() {
        ClassicState off = ClassicState.off(5, SETTINGS);
        ClassicState knows = member.step(off, new Event.Join(2)).state();
        assertEquals(MemberSet.of(2), knows.timers().contacts());
        Step<ClassicState> asks = member.step(knows, new Event.Tick(10));
        assertEquals(List.of(new Command.Send(2, new JoinRequest())), asks.commands());
        assertEquals(List.of(), member.step(asks.state(), new Event.Tick(20)).commands());
        assertEquals(
                1,
                member.step(asks.state(), new Event.Tick(10 + Ticker.ROUND_MICROS))
                        .commands()
                        .size());
    }

    @Test
    void newcomersAreLetInWhenNothingIsInFlight() {
        Step<ClassicState> joined = member.step(master(), new Event.Deliver(5, new JoinRequest()));
        assertEquals(VIEW.with(5), joined.state().view());
        assertEquals(MemberSet.of(), joined.state().timers().newcomers());
        assertEquals(4, sent(joined).size());
        ClassicState busy = member.step(
                        master(MigrationProgress.Stage.COPY, MOVE), new Event.Deliver(5, new JoinRequest()))
                .state();
        assertEquals(VIEW, busy.view());
        assertEquals(MemberSet.of(5), busy.timers().newcomers());
        ClassicState twice = master().but()
                .timers(TimerState.NONE.withNewcomers(MemberSet.of(4, 5)))
                .done();
        assertEquals(
                MemberSet.of(),
                ClassicEngineFixture.ticked(member, twice, 1).timers().newcomers());
        assertEquals(VIEW.with(5), ClassicEngineFixture.ticked(member, twice, 1).view());
    }

    @Test
    void masterThatIsTheOwnerAsksItself() {
        Planning move = (table, stayers) -> table.equals(TABLE)
                ? PartitionMap.<List<PlannedWork>>empty()
                        .with(0, List.of(PlannedWork.of(new Order(0, Kind.MOVE, 0, 0, 4))))
                : PartitionMap.empty();
        ClassicEngine moving = ClassicEngineFixture.engine(repaired(), move);
        ClassicState owner = master().but()
                .replica(0, new Replica(content(1), 1, false, false))
                .done();
        Step<ClassicState> step = moving.step(owner, new Event.Tick(1));
        assertTrue(step.state().inflight().has(0));
        assertTrue(step.state().frozen().get(0));
        assertEquals(
                List.of(new MigrationData(MOVE, MigrationSet.EMPTY, 1, content(1))),
                sent(step).get(4).stream().filter(m -> m instanceof DataMessage).toList());
        assertEquals(List.of(), step.state().timers().links().waiting());
    }

    @Test
    void memberThatLeftTakesNothing() {
        ClassicState left = member(3).left();
        assertSame(left, member.step(left, new Event.Tick(1)).state());
        assertEquals(List.of(), member.step(left, new Event.Suspect(1)).commands());
        ClassicState leaver = member.step(member(3), new Event.Leave()).state();
        Message behind = new MembersUpdate(5);
        ClassicState waiting = member.step(leaver, deliver(1, 1, behind)).state();
        Step<ClassicState> released = member.step(waiting, deliver(1, 0, new ShutdownResponse(3)));
        assertEquals(left, released.state());
        assertTrue(released.commands().contains(new Command.Stop()));
    }

    @Test
    void callIsAnsweredOrSentElsewhere() {
        Operation put = new Operation.Put(1, 1);
        Step<ClassicState> write = member.step(member(2), new Event.Call(1, 1, 1, put));
        Backup backup = new Backup(1, 3, 1, update(1));
        assertEquals(Map.of(1, List.of(backup), 3, List.of(backup)), sent(write));
        Step<ClassicState> again = member.step(write.state(), new Event.Call(1, 1, 1, put));
        assertEquals(Step.to(write.state()), again);
        ClassicState one = member.step(write.state(), deliver(1, 0, new BackupAck(1, update(1))))
                .state();
        Step<ClassicState> two = member.step(one, deliver(3, 0, new BackupAck(1, update(1))));
        assertTrue(two.commands().contains(new Command.Answer(1, 1, new Result.Done(List.of()))));
        // A repeated call waits for the backups again.
        Step<ClassicState> repeated = member.step(two.state(), new Event.Call(1, 1, 1, put));
        assertEquals(2, sent(repeated).size());
        // An older one is void.
        assertEquals(Step.to(two.state()), member.step(two.state(), new Event.Call(1, 0, 1, put)));
        assertEquals(
                Step.to(two.state(), new Command.Answer(2, 1, new Result.Done(List.of(1L)))),
                member.step(two.state(), new Event.Call(2, 1, 1, new Operation.Get(1))));
        assertEquals(
                Step.to(member(3), new Command.Answer(1, 1, new Result.NotHere(2))),
                member.step(member(3), new Event.Call(1, 1, 1, put)));
        assertEquals(
                Step.to(member(3), new Command.Answer(1, 1, new Result.NotHere(2))),
                member.step(member(3), new Event.Call(1, 1, 1, new Operation.Get(1))));
        ClassicState off = ClassicState.off(5, SETTINGS);
        assertEquals(
                Step.to(off, new Command.Answer(1, 1, new Result.NotHere(0))),
                member.step(off, new Event.Call(1, 1, 1, put)));
    }

    @Test
    void masterRestsAfterFailure() {
        ClassicState deciding = joined(master(MigrationProgress.Stage.COPY, MOVE), MOVE);
        ClassicState failed = member.step(deciding, deliver(4, 0, new MigrationReply(MOVE, false)))
                .state();
        assertEquals(ClassicPlanner.REST_MICROS, failed.timers().rest());
        ClassicState done = member.step(
                        joined(master(MigrationProgress.Stage.COMMIT, MOVE), MOVE),
                        deliver(4, 0, new ControlMessage.CommitReply(MOVE.with(Status.SUCCESS), true)))
                .state();
        assertEquals(0, done.timers().rest());
    }

    @Test
    void repairComesFirst() {
        PartitionTable lost = table(PartitionEntry.of(5, 0, 0, 0), PartitionEntry.of(3, 2, 3, 1));
        ClassicState state = with(master(), lost).but().leaving(MemberSet.of(1)).done();
        assertEquals(
                table(PartitionEntry.of(6, 2, 0, 0), PartitionEntry.of(3, 2, 3, 1)),
                ClassicEngineFixture.ticked(member, state, 1).table());
        PartitionTable other = table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(5, 0, 0, 0));
        ClassicState second =
                with(master(), other).but().leaving(MemberSet.of(1)).done();
        assertEquals(
                table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(6, 3, 0, 0)),
                ClassicEngineFixture.ticked(member, second, 1).table());
        ClassicState nobody = with(master(), lost).but().leaving(VIEW).done();
        assertEquals(lost, ClassicEngineFixture.ticked(member, nobody, 1).table());
    }

    @Test
    void goneMemberIsNotWaitedFor() {
        ClassicState aborted = member.step(master(MigrationProgress.Stage.COPY, MOVE), new Event.Suspect(4))
                .state();
        assertTrue(aborted.inflight().isEmpty());
        assertEquals(5, aborted.version(0));
        ClassicState promoting = member.step(
                        with(master(), table(PartitionEntry.of(3, 4, 2, 3), PartitionEntry.of(3, 2, 3, 1))),
                        new Event.Suspect(4))
                .state();
        assertEquals(MasterPhase.PROMOTE, promoting.duty());
        ClassicState next = member.step(promoting, new Event.Suspect(2)).state();
        assertEquals(3, next.promotion().orElseThrow().destination());
    }

    @Test
    void masterThatHoldsNothingLeaves() {
        PartitionTable without1 = table(PartitionEntry.of(3, 4, 2, 3), PartitionEntry.of(3, 2, 3, 4));
        Step<ClassicState> step = member.step(with(master(), without1), new Event.Leave());
        assertEquals(master().left(), step.state());
        assertEquals(List.of(new Command.Stop()), step.commands());
    }

    @Test
    void requestIsTakenWhereItIsMeant() {
        MigrationRequest request = new MigrationRequest(OTHER, MigrationSet.EMPTY);
        Step<ClassicState> step = member.step(member(2), deliver(1, 0, request));
        assertEquals(joined(member(2), OTHER), bare(step.state()));
        assertEquals(1, sent(step).get(4).size());
    }

    @Test
    void lostPartitionsAreAssignedWhenNothingIsInFlight() {
        ClassicState lost = with(master(), table(PartitionEntry.of(3, 0, 0, 0), PartitionEntry.of(3, 2, 3, 1)));
        ClassicState state = ticked(member, lost, 1);
        assertEquals(PartitionEntry.of(4, 1, 0, 0), state.table().get(0));
        ClassicState busy = lost.but()
                .inflight(master(MigrationProgress.Stage.COPY, OTHER).inflight())
                .done();
        assertEquals(lost.table(), ticked(member, busy, 1).table());
    }

    @Test
    void anotherClientsWriteIsNoReasonToWait() {
        ClassicState state = member.step(master(), new Event.Call(1, 1, 0, new Operation.Put(1, 1)))
                .state();
        ClassicState both = member.step(state, new Event.Call(2, 1, 0, new Operation.Put(2, 2)))
                .state();
        assertEquals(1, state.pending().get(0).size());
        assertEquals(2, both.pending().get(0).size());
        assertEquals(
                both,
                member.step(both, new Event.Call(1, 1, 0, new Operation.Put(1, 1)))
                        .state());
    }

    private static final class Refusals implements ActionListener {
        private final List<String> told = new ArrayList<>();

        @Override
        public <S> void took(String action, Object event, S before, Step<S> step) {
            throw new AssertionError(action);
        }

        @Override
        public void refused(Refusal refusal) {
            told.add(refusal.toString());
        }
    }

    private static List<String> refusals(ClassicState state, Event event) {
        Refusals refusals = new Refusals();
        idle().step(state, event, refusals);
        return refusals.told;
    }

    @Test
    void refusedMessagesAndCallsAreTold() {
        assertEquals(
                List.of("TABLE_CHECKS_SENDER: a table from 2, the master is 1"),
                refusals(
                        member(3), new Event.Deliver(2, new ControlMessage.PartitionState(TABLE, MigrationSet.EMPTY))));
        assertEquals(
                List.of("OWNER: the owner of partition 0 is 1"),
                refusals(member(3), new Event.Call(1, 1, 0, new Operation.Get(1))));
        assertEquals(List.of(), refusals(member(3), new Event.Tick(1)));
    }
}
