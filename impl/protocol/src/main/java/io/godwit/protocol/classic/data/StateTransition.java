package io.godwit.protocol.classic.data;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.SpecVariable;
import java.util.Optional;

/**
 * What a member knows of the cluster's state and of a change to it.
 *
 * @param state the state that it obeys while it is not locked
 * @param lock the change for which it is locked: it is in transition
 * @param progress as initiator: its change under way
 * @param decision the last decision that it has stored for an initiator
 * @param last as initiator: the number of its last change
 */
public record StateTransition(
        @SpecVariable("classic/ClusterStateTables!state") ClusterState state,
        @SpecVariable("classic/ClusterStateTables!lock") Optional<StateChange> lock,
        @SpecVariable("classic/ClusterStateTables!change") Optional<StateChangeProgress> progress,
        @SpecVariable("classic/ClusterStateTables!record") Optional<StateChange> decision,
        int last) {
    /** Of a cluster whose state has never been changed. */
    public static final StateTransition ACTIVE = of(ClusterState.ACTIVE);

    /** Nothing is under way. */
    public static StateTransition of(ClusterState state) {
        return new StateTransition(state, Optional.empty(), Optional.empty(), Optional.empty(), 0);
    }

    /** Is it locked for this change? */
    public boolean isLockedFor(StateChange change) {
        return lock.isPresent() && lock.get().equals(change);
    }

    /** Has it stored the decision of this change? */
    public boolean hasDecision(StateChange change) {
        return decision.isPresent() && decision.get().equals(change);
    }

    /** May migrations start? */
    public boolean allowsMigrations() {
        return lock.isEmpty() && state.allowsMigrations();
    }

    /** May the table be repaired, and may members join? */
    public boolean allowsRepair() {
        return lock.isEmpty() && state.allowsCopies();
    }

    /** Locked for a change. */
    public StateTransition locked(StateChange change) {
        return new StateTransition(state, Optional.of(change), progress, decision, last);
    }

    /** Not locked any more, in the same state. */
    public StateTransition unlocked() {
        return new StateTransition(state, Optional.empty(), progress, decision, last);
    }

    /** In the new state, and not locked any more. */
    public StateTransition committed(ClusterState to) {
        return new StateTransition(to, Optional.empty(), progress, decision, last);
    }

    /** With a change under way. */
    public StateTransition withProgress(StateChangeProgress next) {
        return new StateTransition(
                state, lock, Optional.of(next), decision, next.change().id());
    }

    /** Without a change under way. */
    public StateTransition ended() {
        return new StateTransition(state, lock, Optional.empty(), decision, last);
    }

    /** With the decision of an initiator. */
    public StateTransition withDecision(StateChange change) {
        return new StateTransition(state, lock, progress, Optional.of(change), last);
    }
}
