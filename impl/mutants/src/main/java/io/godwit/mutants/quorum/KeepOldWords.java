package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.HandleCaughtUp;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;

/** Without {@code GrowComparesBase}: the master files also what primaries said under versions that are over. */
public final class KeepOldWords extends HandleCaughtUp {
    /** The mutant. */
    public KeepOldWords(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Received<CaughtUp> event) {
        CaughtUp word = event.message();
        return state.decided().version().newerThan(word.version())
                ? Step.to(state.with(state.vouched().with(word.subject(), word.version())))
                : super.handle(state, event);
    }
}
