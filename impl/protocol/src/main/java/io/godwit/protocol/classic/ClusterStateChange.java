package io.godwit.protocol.classic;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ControlMessage.StateCommit;
import io.godwit.protocol.classic.ControlMessage.StateCommitReply;
import io.godwit.protocol.classic.ControlMessage.StateDecision;
import io.godwit.protocol.classic.ControlMessage.StateDecisionReply;
import io.godwit.protocol.classic.ControlMessage.StatePrepare;
import io.godwit.protocol.classic.ControlMessage.StatePrepareReply;
import io.godwit.protocol.classic.ControlMessage.StateResolve;
import io.godwit.protocol.classic.ControlMessage.StateRollback;
import io.godwit.protocol.classic.data.StateChange;
import io.godwit.protocol.classic.data.StateChangeProgress;
import io.godwit.protocol.classic.data.StateChangeProgress.Stage;
import io.godwit.protocol.classic.data.StateTransition;
import java.util.List;

/**
 * The state of the cluster is changed by a transaction over all members (seed 001 section 3.1): the initiator locks itself and
 * the others, stores the decision at a second member, and commits; or it rolls back.
 * {@code spec/classic/ClusterStateChange.tla}. What a state forbids is a precondition of the actions in question.
 */
public class ClusterStateChange extends ClassicModule {
    /** The module under these rules. */
    public ClusterStateChange(Rules rules) {
        super(rules);
    }

    // Prepare

    /**
     * An operator wants another state: the initiator locks itself and asks the others.
     *
     * @param id a number that no other change of this member has
     */
    @SpecAction("classic/ClusterStateChange!StartStateChange")
    public Step<ClassicState> startStateChange(ClassicState state, int id, ClusterState to) {
        StateTransition before = state.transition();
        rules.require(ClassicRule.UP, state.up(), "{}", state.life());
        rules.require(ClassicRule.ONE_CHANGE, before.progress().isEmpty(), "{}", before.progress());
        rules.require(ClassicRule.OTHER_STATE, before.state() != to, "{} already", to);
        rules.require(ClassicRule.NOT_CLAIMING, !isClaiming(state), "{} of {}", state.duty(), state.view());
        rules.require(ClassicRule.NOT_ALONE, !state.alone());
        requireUnlocked(before);
        rules.require(ClassicRule.LOCK_CHECKS_MIGRATION, !isMigrating(state), "{}", state.active());
        StateChange change = new StateChange(id, state.self(), to, state.view());
        return Step.to(
                with(
                        state,
                        before.locked(change)
                                .withProgress(new StateChangeProgress(Stage.PREPARE, change, state.others()))),
                toEach(state.others(), new StatePrepare(change, compared(state))));
    }

    /**
     * {@code Compared}: what members compare before they are locked. With a version per partition it is the stamp; in the older
     * generation the version of the table, which all partitions have.
     */
    private long compared(ClassicState state) {
        boolean byVersion =
                rules.holds(ClassicRule.COMPARES_BY_GENERATION, !rules.has(ClassicRule.VERSION_PER_PARTITION));
        return byVersion ? state.table().greatestVersion() : state.stamp().value();
    }

    /** A member locks itself, if nothing is under way there and its table is the initiator's; it answers in any case. */
    @SpecAction("classic/ClusterStateChange!HandleStatePrepare")
    public Step<ClassicState> handleStatePrepare(ClassicState state, int from, StatePrepare m) {
        StateTransition before = state.transition();
        boolean ok = !isClaiming(state)
                && rules.holds(ClassicRule.LOCK_IS_EXCLUSIVE, before.lock().isEmpty())
                && rules.holds(ClassicRule.LOCK_CHECKS_MIGRATION, !isMigrating(state))
                && rules.holds(
                        ClassicRule.LOCK_CHECKS_MEMBERS, m.change().members().equals(state.view()))
                && rules.holds(ClassicRule.LOCK_CHECKS_STAMP, m.compared() == compared(state));
        return sending(
                ok ? with(state, before.locked(m.change())) : state, from, new StatePrepareReply(m.change(), ok));
    }

    /** The initiator goes on when all are locked, and rolls back when one is not. */
    @SpecAction("classic/ClusterStateChange!HandleStatePrepareReply")
    public Step<ClassicState> handleStatePrepareReply(ClassicState state, int from, StatePrepareReply m) {
        requireExpected(state, from, m.change(), Stage.PREPARE);
        return m.ok() ? advance(state, from) : rollBack(state);
    }

    // Decision, commit and rollback

    /** A second member stores the decision, so that it survives the initiator. */
    @SpecAction("classic/ClusterStateChange!HandleStateDecision")
    public Step<ClassicState> handleStateDecision(ClassicState state, int from, StateDecision m) {
        return sending(
                with(state, state.transition().withDecision(m.change())), from, new StateDecisionReply(m.change()));
    }

    /** The decision is stored: the initiator commits. */
    @SpecAction("classic/ClusterStateChange!HandleStateDecisionReply")
    public Step<ClassicState> handleStateDecisionReply(ClassicState state, int from, StateDecisionReply m) {
        requireExpected(state, from, m.change(), Stage.RECORD);
        return advance(state, from);
    }

    /** A member takes over the new state. A commit that comes twice, or late, finds another lock or none, and is answered. */
    @SpecAction("classic/ClusterStateChange!HandleStateCommit")
    public Step<ClassicState> handleStateCommit(ClassicState state, int from, StateCommit m) {
        StateTransition before = state.transition();
        boolean mine = rules.holds(ClassicRule.COMMIT_CHECKS_LOCK, before.isLockedFor(m.change()));
        return sending(
                mine ? with(state, before.committed(m.change().to())) : state, from, new StateCommitReply(m.change()));
    }

    /** All have committed: the change is over. */
    @SpecAction("classic/ClusterStateChange!HandleStateCommitReply")
    public Step<ClassicState> handleStateCommitReply(ClassicState state, int from, StateCommitReply m) {
        requireExpected(state, from, m.change(), Stage.COMMIT);
        return advance(state, from);
    }

    /** The call of a commit has timed out, and is repeated. */
    @SpecAction("classic/ClusterStateChange!ResendStateCommit")
    public Step<ClassicState> resendStateCommit(ClassicState state) {
        StateTransition transition = state.transition();
        rules.require(
                ClassicRule.COMMITTING_STATE,
                transition.progress().filter(p -> p.stage() == Stage.COMMIT).isPresent(),
                "{}",
                transition.progress());
        StateChangeProgress progress = transition.progress().orElseThrow();
        return Step.to(state, toEach(progress.waiting(), new StateCommit(progress.change())));
    }

    /** A member unlocks itself. A rollback also reaches members that had refused. */
    @SpecAction("classic/ClusterStateChange!HandleStateRollback")
    public Step<ClassicState> handleStateRollback(ClassicState state, int from, StateRollback m) {
        rules.require(
                ClassicRule.ROLLBACK_CHECKS_LOCK,
                state.transition().isLockedFor(m.change()),
                "{} and not {}",
                state.transition().lock(),
                m.change());
        return Step.to(with(state, state.transition().unlocked()));
    }

    /**
     * A locked member whose initiator is gone asks what was decided. Who answers has found the initiator gone itself, because until
     * then the decision may still be on its way to it.
     */
    @SpecAction("classic/ClusterStateChange!HandleStateResolve")
    public Step<ClassicState> handleStateResolve(ClassicState state, int from, StateResolve m) {
        rules.require(
                ClassicRule.RESOLVE_WAITS,
                !state.view().contains(m.change().by()),
                "{} is in {}",
                m.change().by(),
                state.view());
        Message answer = state.transition().hasDecision(m.change())
                ? new StateCommit(m.change())
                : new StateRollback(m.change());
        return sending(state, from, answer);
    }

    // What the actions have in common

    /** What a member does about its change, or its lock, when it has given another member up; the view is without that one already. */
    final Step<ClassicState> forget(ClassicState state, int other) {
        StateTransition transition = state.transition();
        StateChangeProgress progress = transition.progress().orElse(null);
        if (progress != null) {
            boolean committing = progress.stage() == Stage.COMMIT;
            boolean whole = committing || !progress.change().members().contains(other);
            if (!rules.holds(ClassicRule.LOSS_ENDS_PREPARE, whole)) {
                return rollBack(state);
            }
            if (committing && progress.waiting().contains(other)) {
                return advance(state, other);
            }
        }
        boolean orphaned = transition
                .lock()
                .filter(change -> !state.view().contains(change.by()))
                .isPresent();
        return rules.holds(ClassicRule.LOCKED_ASKS, !orphaned) ? Step.to(state) : resolve(state);
    }

    private Step<ClassicState> resolve(ClassicState state) {
        StateTransition transition = state.transition();
        StateChange change = transition.lock().orElseThrow();
        int resolver = change.resolver(state.view());
        if (resolver != state.self()) {
            return sending(state, resolver, new StateResolve(change));
        }
        return Step.to(with(
                state, transition.hasDecision(change) ? transition.committed(change.to()) : transition.unlocked()));
    }

    /** The initiator waits for one member less. */
    private Step<ClassicState> advance(ClassicState state, int answered) {
        StateTransition transition = state.transition();
        StateChangeProgress progress = transition.progress().orElseThrow();
        MemberSet left = progress.waiting().without(answered);
        if (!left.isEmpty()) {
            return Step.to(with(state, transition.withProgress(progress.at(progress.stage(), left))));
        }
        if (progress.stage() == Stage.COMMIT) {
            return Step.to(with(state, transition.ended()));
        }
        StateChange change = progress.change();
        if (rules.holds(ClassicRule.RECORD_BEFORE_COMMIT, progress.stage() == Stage.RECORD)) {
            return commit(state, progress);
        }
        int keeper = change.keeper();
        return sending(
                with(state, transition.withProgress(progress.at(Stage.RECORD, MemberSet.of(keeper)))),
                keeper,
                new StateDecision(change));
    }

    private static Step<ClassicState> commit(ClassicState state, StateChangeProgress progress) {
        StateChange change = progress.change();
        MemberSet others = change.members().intersect(state.others());
        StateTransition committed = state.transition().committed(change.to());
        StateTransition after =
                others.isEmpty() ? committed.ended() : committed.withProgress(progress.at(Stage.COMMIT, others));
        return Step.to(with(state, after), toEach(others, new StateCommit(change)));
    }

    private static Step<ClassicState> rollBack(ClassicState state) {
        StateTransition transition = state.transition();
        StateChange change = transition.progress().orElseThrow().change();
        StateTransition ended = transition.ended();
        List<Command> commands = toEach(change.members().intersect(state.others()), new StateRollback(change));
        return Step.to(with(state, ended.isLockedFor(change) ? ended.unlocked() : ended), commands);
    }

    private static ClassicState with(ClassicState state, StateTransition transition) {
        return state.but().transition(transition).done();
    }

    private void requireUnlocked(StateTransition transition) {
        rules.require(ClassicRule.LOCK_IS_EXCLUSIVE, transition.lock().isEmpty(), "locked for {}", transition.lock());
    }

    private void requireExpected(ClassicState state, int from, StateChange change, Stage stage) {
        StateTransition transition = state.transition();
        rules.require(
                ClassicRule.ANSWER_EXPECTED,
                transition
                        .progress()
                        .filter(p -> p.stage() == stage
                                && p.change().equals(change)
                                && p.waiting().contains(from))
                        .isPresent(),
                "{} while {}",
                change,
                transition.progress());
    }

    /** Is a failover not over yet that makes this member master? */
    private static boolean isClaiming(ClassicState state) {
        return state.view().oldest() == state.self() && !state.leads();
    }

    /** Does it take part in a change of the table that is not over? */
    private static boolean isMigrating(ClassicState state) {
        return !state.active().isEmpty()
                || !state.nothingInFlight()
                || state.promotion().isPresent();
    }
}
