package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.table.Entry;

/** The master counts an answer to its proposal, undecided or decided. */
@SpecStutter("the specification finds the answers in the set of all messages: AcceptedBy")
public class HandleAccepted extends ControlHandler<Received<Accepted>> {
    /** The action with these guards. */
    public HandleAccepted(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Received<Accepted> event) {
        int partition = event.message().partition();
        Entry entry = event.message().entry();
        Answers answers = state.answers().get(partition);
        if (!state.isMaster()) {
            return Step.refuse(state, QuorumGuard.IS_MASTER);
        }
        if (entry.equals(state.outstanding().get(partition))) {
            return Step.to(state.withAnswers(state.answers().with(partition, answers.withOutstanding(event.from()))));
        }
        if (entry.equals(state.committed().get(partition))) {
            return Step.to(state.withAnswers(state.answers().with(partition, answers.withCommitted(event.from()))));
        }
        return Step.refuse(state, QuorumGuard.ANSWERS_PROPOSAL);
    }
}
