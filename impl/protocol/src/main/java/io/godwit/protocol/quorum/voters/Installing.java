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
        if (!guards.pass(QuorumGuard.MASTER_STAYS_VOTER, voters.contains(state.self()))) {
            return Step.refuse(state, QuorumGuard.MASTER_STAYS_VOTER);
        }
        if (!guards.pass(QuorumGuard.VOTERS_OWN_TERM_FIRST, state.voting().term() == state.term())) {
            return Step.refuse(state, QuorumGuard.VOTERS_OWN_TERM_FIRST);
        }
        if (!guards.pass(QuorumGuard.VOTERS_INSTALLED_FIRST, isMajority(state.installed(), state))) {
            return Step.refuse(state, QuorumGuard.VOTERS_INSTALLED_FIRST);
        }
        if (!guards.pass(QuorumGuard.REGISTERS_DECIDED_FIRST, enoughDecided(state, decidedBy(state)))) {
            return Step.refuse(state, QuorumGuard.REGISTERS_DECIDED_FIRST);
        }
        return install(state, voters);
    }

    /** Are that many registers, decided in the own term, enough to change the voters? Only all of them are. */
    protected boolean enoughDecided(ControlState state, int decided) {
        return decided == state.partitions();
    }

    /** The number of registers that the master has decided in its own term, by a majority of the voters; {@code DecidedBy}. */
    private int decidedBy(ControlState state) {
        int decided = 0;
        for (int p = 0; p < state.partitions(); p++) {
            if (state.committed().get(p).term() == state.term()
                    && isMajority(state.answers().get(p).committed(), state)) {
                decided++;
            }
        }
        return decided;
    }
}
