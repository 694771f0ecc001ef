package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.table.Entry;

/**
 * What the actions of the control plane share.
 *
 * @param <E> the event
 */
public abstract class ControlHandler<E> implements Handler<ControlState, E> {
    /** The guards in force. */
    protected final Guards guards;

    /** Stamps of registers. */
    protected final Stamps stamps;

    /** An action with these guards. */
    protected ControlHandler(Guards guards) {
        this.guards = guards;
        this.stamps = new Stamps(guards);
    }

    /** A later term than the own ends whatever the member was in the old one; {@code HearTerm}. */
    protected final ControlState hear(ControlState state, int term) {
        if (term <= state.term()) {
            return state;
        }
        return state.inTerm(term, guards.has(QuorumGuard.LATER_TERM_ENDS_MASTERSHIP) ? Role.FOLLOWER : state.role());
    }

    /** Is that a majority of the voters that the member goes by, the suspected ones counted in? {@code IsMajority} */
    protected final boolean isMajority(MemberSet members, ControlState state) {
        return guards.pass(QuorumGuard.SUSPICION_KEEPS_MAJORITY, state.voting().isMajority(members));
    }

    /** One register is overwritten, and the stamp with it. */
    protected final ControlState accept(ControlState state, int partition, Entry entry) {
        Entry before = state.accepted().get(partition);
        return state.withAccepted(
                state.accepted().with(partition, entry), stamps.exchange(state.stamp(), partition, before, entry));
    }
}
