package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.table.Entry;

/**
 * A member accepts what the master of the latest term proposes. Everybody answers, learners as well; whose answer counts is
 * the master's business.
 *
 * <p>Guards, from {@code HandleAccept} in {@code spec/quorum/Registers.tla}: {@code ACCEPT_CHECKS_TERM},
 * {@code ACCEPT_CHECKS_VERSION}, {@code ACCEPT_RAISES_TERM}, {@code STAMP_FOLLOWS_REGISTERS}.
 */
@SpecAction({"quorum/Registers!HandleAccept", "quorum/DurableControlPlane!HandleAcceptAndStore"})
public class HandleAccept extends ControlHandler<Received<Accept>> {
    /** The action with these guards. */
    public HandleAccept(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<Accept> event) {
        Accept message = event.message();
        int partition = message.partition();
        Entry entry = message.entry();
        if (!guards.pass(QuorumGuard.ACCEPT_CHECKS_TERM, message.term() >= state.term())) {
            return Step.refuse(state, QuorumGuard.ACCEPT_CHECKS_TERM);
        }
        if (!guards.pass(
                QuorumGuard.ACCEPT_CHECKS_VERSION,
                entry.newerThan(state.accepted().get(partition)))) {
            return Step.refuse(state, QuorumGuard.ACCEPT_CHECKS_VERSION);
        }
        ControlState next = accept(state, partition, entry);
        if (guards.has(QuorumGuard.ACCEPT_RAISES_TERM)) {
            next = hear(next, message.term());
        }
        if (!guards.has(QuorumGuard.STAMP_FOLLOWS_REGISTERS)) {
            next = next.withAccepted(next.accepted(), state.stamp());
        }
        return Step.to(afterwards(next, message), new Command.Send(event.from(), new Accepted(partition, entry)));
    }

    /** What else changes: nothing. Members act on what is decided, not on what they have accepted. */
    protected ControlState afterwards(ControlState accepted, Accept message) {
        return accepted;
    }
}
