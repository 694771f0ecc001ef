package io.godwit.protocol.classic;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.TABLE;
import static io.godwit.protocol.classic.ClassicFixture.VIEW;
import static io.godwit.protocol.classic.ClassicFixture.assertRefused;
import static io.godwit.protocol.classic.ClassicFixture.assertStep;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.joined;
import static io.godwit.protocol.classic.ClassicFixture.master;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.send;
import static io.godwit.protocol.classic.ClassicFixture.stamp;
import static io.godwit.protocol.classic.ClassicFixture.table;
import static io.godwit.protocol.classic.ClassicFixture.take;
import static io.godwit.protocol.classic.ClassicFixture.update;
import static io.godwit.protocol.classic.ClassicFixture.with;
import static io.godwit.protocol.classic.ClassicFixture.without;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.MigrationRequest;
import io.godwit.protocol.classic.ControlMessage.StateCommit;
import io.godwit.protocol.classic.ControlMessage.StateCommitReply;
import io.godwit.protocol.classic.ControlMessage.StateDecision;
import io.godwit.protocol.classic.ControlMessage.StateDecisionReply;
import io.godwit.protocol.classic.ControlMessage.StatePrepare;
import io.godwit.protocol.classic.ControlMessage.StatePrepareReply;
import io.godwit.protocol.classic.ControlMessage.StateResolve;
import io.godwit.protocol.classic.ControlMessage.StateRollback;
import io.godwit.protocol.classic.ParallelMigration.Kind;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.StateChange;
import io.godwit.protocol.classic.data.StateChangeProgress;
import io.godwit.protocol.classic.data.StateChangeProgress.Stage;
import io.godwit.protocol.classic.data.StateTransition;
import org.junit.jupiter.api.Test;

/** Member 2 changes the state; 1 is master. */
class ClusterStateChangeTest {
    private static final StateChange CHANGE = new StateChange(1, 2, ClusterState.FROZEN, VIEW);
    private static final StatePrepare PREPARE =
            new StatePrepare(CHANGE, stamp(TABLE).value());
    private static final StateTransition LOCKED = StateTransition.ACTIVE.locked(CHANGE);

    private final Classic classic = classic(repaired());
    private final ClusterStateChange module = classic.stateChange();

    private static ClassicState in(ClassicState state, StateTransition transition) {
        return state.but().transition(transition).done();
    }

    private static ClassicState initiator(Stage stage, int... waiting) {
        StateTransition transition = stage == Stage.COMMIT ? StateTransition.of(ClusterState.FROZEN) : LOCKED;
        return in(member(2), transition.withProgress(new StateChangeProgress(stage, CHANGE, MemberSet.of(waiting))));
    }

    private static ClassicState frozen(ClassicState state) {
        return in(state, StateTransition.of(ClusterState.FROZEN));
    }

    private Step<ClassicState> start(ClassicState state) {
        return module.startStateChange(state, 1, ClusterState.FROZEN);
    }

    @Test
    void initiatorLocksItselfAndAsksTheOthers() {
        assertStep(
                initiator(Stage.PREPARE, 1, 3, 4),
                take(member(2), this::start),
                send(1, PREPARE),
                send(3, PREPARE),
                send(4, PREPARE));
        assertRefused(ClassicRule.OTHER_STATE, frozen(member(2)), this::start);
        assertRefused(ClassicRule.ONE_CHANGE, initiator(Stage.PREPARE, 3), this::start);
        assertRefused(ClassicRule.LOCK_IS_EXCLUSIVE, in(member(3), LOCKED), this::start);
        assertRefused(ClassicRule.LOCK_CHECKS_MIGRATION, joined(member(2), MOVE), this::start);
        ClassicState claiming = member(2).but().view(VIEW.without(1)).done();
        assertRefused(ClassicRule.NOT_CLAIMING, claiming, this::start);
        ClassicState alone = master().but().view(MemberSet.of(1)).done();
        assertRefused(ClassicRule.NOT_ALONE, alone, this::start);
    }

    @Test
    void memberLocksItselfIfNothingIsUnderWay() {
        assertStep(
                in(member(3), LOCKED),
                take(member(3), s -> module.handleStatePrepare(s, 2, PREPARE)),
                send(2, new StatePrepareReply(CHANGE, true)));
        assertNotLocked(
                in(member(3), StateTransition.ACTIVE.locked(new StateChange(2, 4, ClusterState.PASSIVE, VIEW))));
        assertNotLocked(joined(member(3), MOVE));
        assertNotLocked(member(3).but().view(VIEW.without(4)).done());
        assertNotLocked(with(member(3), MOVED));
    }

    private void assertNotLocked(ClassicState state) {
        assertStep(
                state,
                take(state, s -> module.handleStatePrepare(s, 2, PREPARE)),
                send(2, new StatePrepareReply(CHANGE, false)));
    }

    /** Two tables of the same greatest version are told apart, unless there is one version for all partitions. */
    @Test
    void generationSaysWhatIsCompared() {
        ClassicState first = with(member(3), MOVED);
        ClassicState second = with(member(3), table(PartitionEntry.of(3, 1, 2, 3), PartitionEntry.of(4, 4, 3, 1)));
        assertEquals(false, locks(module, first, second));
        ClusterStateChange older =
                classic(without(ClassicRule.VERSION_PER_PARTITION)).stateChange();
        assertEquals(true, locks(older, first, second));
        assertEquals(false, locks(older, member(3), second));
        assertStep(
                initiator(Stage.PREPARE, 1, 3, 4),
                take(member(2), s -> older.startStateChange(s, 1, ClusterState.FROZEN)),
                send(1, new StatePrepare(CHANGE, TABLE.greatestVersion())),
                send(3, new StatePrepare(CHANGE, TABLE.greatestVersion())),
                send(4, new StatePrepare(CHANGE, TABLE.greatestVersion())));
    }

    /** Does a member with the second table lock itself for an initiator that has the first one? */
    private static boolean locks(ClusterStateChange module, ClassicState first, ClassicState second) {
        StatePrepare prepare = (StatePrepare)
                ((Command.Send) module.startStateChange(with(member(2), first.table()), 1, ClusterState.FROZEN)
                                .commands()
                                .get(0))
                        .message();
        return module.handleStatePrepare(second, 2, prepare)
                .state()
                .transition()
                .lock()
                .isPresent();
    }

    @Test
    void decisionIsStoredBeforeTheFirstCommit() {
        assertStep(
                initiator(Stage.RECORD, 1),
                take(
                        initiator(Stage.PREPARE, 3),
                        s -> module.handleStatePrepareReply(s, 3, new StatePrepareReply(CHANGE, true))),
                send(1, new StateDecision(CHANGE)));
        assertStep(
                in(member(1), LOCKED.withDecision(CHANGE)),
                take(in(member(1), LOCKED), s -> module.handleStateDecision(s, 2, new StateDecision(CHANGE))),
                send(2, new StateDecisionReply(CHANGE)));
        assertStep(
                initiator(Stage.COMMIT, 1, 3, 4),
                take(
                        initiator(Stage.RECORD, 1),
                        s -> module.handleStateDecisionReply(s, 1, new StateDecisionReply(CHANGE))),
                send(1, new StateCommit(CHANGE)),
                send(3, new StateCommit(CHANGE)),
                send(4, new StateCommit(CHANGE)));
    }

    @Test
    void refusalRollsBack() {
        Step<ClassicState> step = take(
                initiator(Stage.PREPARE, 3, 4),
                s -> module.handleStatePrepareReply(s, 3, new StatePrepareReply(CHANGE, false)));
        assertEquals(
                StateTransition.ACTIVE,
                new StateTransition(
                        step.state().transition().state(),
                        step.state().transition().lock(),
                        step.state().transition().progress(),
                        step.state().transition().decision(),
                        0));
        assertEquals(3, step.commands().size());
        assertStep(
                member(3),
                take(in(member(3), LOCKED), s -> module.handleStateRollback(s, 2, new StateRollback(CHANGE))));
        assertRefused(
                ClassicRule.ROLLBACK_CHECKS_LOCK,
                member(3),
                s -> module.handleStateRollback(s, 2, new StateRollback(CHANGE)));
    }

    @Test
    void memberCommitsWhatItIsLockedFor() {
        assertStep(
                frozen(member(3)),
                take(in(member(3), LOCKED), s -> module.handleStateCommit(s, 2, new StateCommit(CHANGE))),
                send(2, new StateCommitReply(CHANGE)));
        assertStep(
                member(3),
                take(member(3), s -> module.handleStateCommit(s, 2, new StateCommit(CHANGE))),
                send(2, new StateCommitReply(CHANGE)));
        ClassicState committing = initiator(Stage.COMMIT, 3);
        assertStep(committing, take(committing, s -> module.resendStateCommit(s)), send(3, new StateCommit(CHANGE)));
        Step<ClassicState> done =
                take(committing, s -> module.handleStateCommitReply(s, 3, new StateCommitReply(CHANGE)));
        assertEquals(true, done.state().transition().progress().isEmpty());
        assertRefused(
                ClassicRule.ANSWER_EXPECTED,
                committing,
                s -> module.handleStateCommitReply(s, 4, new StateCommitReply(CHANGE)));
        assertRefused(ClassicRule.COMMITTING_STATE, member(2), module::resendStateCommit);
    }

    @Test
    void lockedMemberAsksWhenTheInitiatorIsGone() {
        ClassicState left = in(member(3), LOCKED).but().view(VIEW.without(2)).done();
        assertStep(left, module.forget(left, 2), send(1, new StateResolve(CHANGE)));
        ClassicState keeper = in(master(), LOCKED).but().view(VIEW.without(2)).done();
        assertEquals(StateTransition.ACTIVE, module.forget(keeper, 2).state().transition());
        ClassicState knows = in(keeper, LOCKED.withDecision(CHANGE));
        assertEquals(
                ClusterState.FROZEN,
                module.forget(knows, 2).state().transition().state());
        assertStep(
                knows,
                take(knows, s -> module.handleStateResolve(s, 3, new StateResolve(CHANGE))),
                send(3, new StateCommit(CHANGE)));
        assertStep(
                keeper,
                take(keeper, s -> module.handleStateResolve(s, 3, new StateResolve(CHANGE))),
                send(3, new StateRollback(CHANGE)));
        assertRefused(
                ClassicRule.RESOLVE_WAITS, master(), s -> module.handleStateResolve(s, 3, new StateResolve(CHANGE)));
    }

    @Test
    void lossOfAMemberEndsWhatIsNotDecided() {
        ClassicState preparing =
                initiator(Stage.PREPARE, 3, 4).but().view(VIEW.without(4)).done();
        assertEquals(2, module.forget(preparing, 4).commands().size());
        assertEquals(
                true, module.forget(preparing, 4).state().transition().lock().isEmpty());
        ClassicState committing =
                initiator(Stage.COMMIT, 4).but().view(VIEW.without(4)).done();
        assertEquals(
                true,
                module.forget(committing, 4).state().transition().progress().isEmpty());
    }

    @Test
    void stateForbids() {
        Order move = new Order(0, Kind.MOVE, 0, 0, 4);
        assertRefused(ClassicRule.MIGRATION_CHECKS_STATE, frozen(master()), s -> classic.migration()
                .startMigration(s, move));
        assertRefused(ClassicRule.MIGRATION_CHECKS_STATE, in(master(), LOCKED), s -> classic.migration()
                .startMigration(s, move));
        ClassicState locked = in(member(1), LOCKED);
        Step<ClassicState> asked = take(locked, s -> classic.migration()
                .handleMigrationRequest(s, 1, new MigrationRequest(MOVE, MigrationSet.EMPTY)));
        assertEquals(true, asked.state().active().isEmpty());
        assertRefused(ClassicRule.REPAIR_CHECKS_STATE, frozen(master()), s -> classic.promotion()
                .repair(s));
        assertRefused(ClassicRule.JOIN_CHECKS_STATE, frozen(master()), s -> classic.membership()
                .join(s, 5));
        assertRefused(
                ClassicRule.WRITE_CHECKS_STATE,
                in(member(2), StateTransition.of(ClusterState.PASSIVE)),
                s -> classic.replication().write(s, 1, update(1)));
    }
}
