package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The actions by which a master proposes a change; {@code Registers!Propose}.
 *
 * @param <E> the event
 */
public abstract class Proposing<E> extends ControlHandler<E> {
    /** An action with these guards. */
    protected Proposing(Guards guards) {
        super(guards);
    }

    /** Was the change made for what the master knows to be decided? {@code Bases} */
    protected final boolean basedOnDecided(ControlState state, int partition, Entry base) {
        return guards.pass(
                QuorumGuard.PROPOSE_COMPARES_BASE,
                state.committed().get(partition).equals(base));
    }

    /** Is nothing else of the partition undecided? */
    protected boolean mayFollow(ControlState state, int partition) {
        return guards.pass(
                QuorumGuard.ONE_OUTSTANDING, state.outstanding().get(partition).equals(Entry.NONE));
    }

    /** May any change of the partition be proposed now? Asked before somebody thinks about which. */
    public final boolean isOpen(ControlState state, int partition) {
        return guards.pass(QuorumGuard.ONLY_MASTER_PROPOSES, state.isMaster())
                && restamped(state, state.committed().get(partition))
                && mayFollow(state, partition);
    }

    /**
     * Proposes a change. The master accepts its own proposals at once, as one voter among others. The number follows from
     * what the master has decided last, so that it is used once per term.
     */
    protected final Step<ControlState> propose(ControlState state, int partition, Entry base, Configuration change) {
        if (!guards.pass(QuorumGuard.ONLY_MASTER_PROPOSES, state.isMaster())) {
            return Step.refuse(state, QuorumGuard.ONLY_MASTER_PROPOSES);
        }
        Entry decided = state.committed().get(partition);
        if (!restamped(state, decided)) {
            return Step.refuse(state, QuorumGuard.RESTAMP_FIRST);
        }
        if (!mayFollow(state, partition)) {
            return Step.refuse(state, QuorumGuard.ONE_OUTSTANDING);
        }
        Entry entry = new Entry(state.term(), decided.number() + 1, base.term(), base.number(), change);
        ControlState next = accept(state, partition, entry)
                .withOutstanding(
                        state.outstanding().with(partition, entry),
                        state.answers()
                                .with(partition, state.answers().get(partition).proposedBy(state.self())));
        return Step.to(next, new Command.Send(Members.EVERYBODY, new Accept(partition, entry)));
    }

    private boolean restamped(ControlState state, Entry decided) {
        boolean ownTerm = decided.term() == state.term();
        return guards.pass(QuorumGuard.RESTAMP_FIRST, ownTerm)
                || !guards.has(QuorumGuard.RESTAMP_ALWAYS)
                || !guards.has(QuorumGuard.ONLY_MASTER_PROPOSES);
    }
}
