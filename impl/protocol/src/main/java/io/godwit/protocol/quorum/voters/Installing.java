package io.godwit.protocol.quorum.voters;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;

/**
 * The actions by which a master announces a voter set.
 *
 * @param <E> the event
 */
abstract class Installing<E> extends ControlHandler<E> {
    Installing(Guards guards) {
        super(guards);
    }

    /** {@code InstallAtMaster}: the master goes by the new set at once. */
    final Step<ControlState> install(ControlState state, MemberSet voters) {
        Voting voting = state.voting().next(state.term(), voters);
        return Step.to(
                state.withVoting(voting).withInstalled(MemberSet.of(state.self())),
                new Command.Send(Members.EVERYBODY, new Voters(voting)));
    }

    /** {@code ChangeVoters}. */
    final Step<ControlState> change(ControlState state, MemberSet voters) {
        if (!state.isMaster()) {
            return Step.refuse(state, QuorumGuard.IS_MASTER);
        }
        if (!voters.contains(state.self())) {
            return Step.refuse(state, QuorumGuard.KEEPS_SELF);
        }
        if (!guards.pass(QuorumGuard.VOTERS_OWN_TERM_FIRST, state.voting().term() == state.term())) {
            return Step.refuse(state, QuorumGuard.VOTERS_OWN_TERM_FIRST);
        }
        if (!guards.pass(QuorumGuard.VOTERS_INSTALLED_FIRST, isMajority(state.installed(), state))) {
            return Step.refuse(state, QuorumGuard.VOTERS_INSTALLED_FIRST);
        }
        if (!guards.pass(QuorumGuard.REGISTERS_DECIDED_FIRST, allDecided(state))) {
            return Step.refuse(state, QuorumGuard.REGISTERS_DECIDED_FIRST);
        }
        return install(state, voters);
    }

    private boolean allDecided(ControlState state) {
        for (int p = 0; p < state.partitions(); p++) {
            if (state.committed().get(p).term() != state.term()
                    || !isMajority(state.answers().get(p).committed(), state)) {
                return false;
            }
        }
        return true;
    }
}
