package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.FROM_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.OF_THIS_VERSION;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;

/** A master files the word of a primary; {@code Vouched} in {@code spec/quorum/LearnerMigration.tla} is what is filed. */
@SpecStutter("the specification looks up among all messages what primaries have said")
public class HandleCaughtUp extends Deciding<Received<CaughtUp>> {
    /** The action with these guards. */
    public HandleCaughtUp(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Received<CaughtUp> event) {
        CaughtUp word = event.message();
        if (!guards.pass(OF_THIS_VERSION, word.version().equals(state.decided().version()))) {
            return Step.refuse(state, OF_THIS_VERSION);
        }
        if (!guards.pass(FROM_PRIMARY, state.decided().configuration().primary() == event.from())) {
            return Step.refuse(state, FROM_PRIMARY);
        }
        return Step.to(state.with(state.vouched().with(word.subject(), word.version())));
    }
}
