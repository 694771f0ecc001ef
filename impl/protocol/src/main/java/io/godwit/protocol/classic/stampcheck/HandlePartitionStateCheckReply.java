package io.godwit.protocol.classic.stampcheck;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheckReply;

/**
 * A member whose stamp differs is sent the table; with equal stamps there is nothing to do.
 *
 * <p>Guards, from {@code HandlePartitionStateCheckReply} in {@code spec/classic/StampCheck.tla}: {@code LEADS}.
 */
@SpecAction("classic/StampCheck!HandlePartitionStateCheckReply")
public class HandlePartitionStateCheckReply extends ClassicHandler<Received<PartitionStateCheckReply>> {
    /** The action under these guards. */
    public HandlePartitionStateCheckReply(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<PartitionStateCheckReply> event) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        MemberSet stale = event.message().ok() ? MemberSet.of() : MemberSet.of(event.from());
        return Step.to(state, tableTo(state, stale, state.table(), state.completed()));
    }
}
