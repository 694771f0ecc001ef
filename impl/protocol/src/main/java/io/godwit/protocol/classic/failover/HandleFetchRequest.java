package io.godwit.protocol.classic.failover;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.FetchReply;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;

/**
 * A claim is accepted when nobody older than the candidate is left in the member's own view. Until then it is repeated, so
 * that it waits.
 *
 * <p>Guards, from {@code HandleFetchRequest} in {@code spec/classic/MasterFailover.tla}: {@code CLAIMANT_IS_MEMBER},
 * {@code CLAIM_CHECKS_VIEW}.
 */
@SpecAction("classic/MasterFailover!HandleFetchRequest")
public class HandleFetchRequest extends ClassicHandler<Received<FetchRequest>> {
    /** The action under these guards. */
    public HandleFetchRequest(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<FetchRequest> event) {
        int sender = event.from();
        if (!state.view().contains(sender)) {
            return Step.refuse(state, ClassicGuard.CLAIMANT_IS_MEMBER);
        }
        if (!guards.pass(ClassicGuard.CLAIM_CHECKS_VIEW, sender == state.view().oldest())) {
            return Step.refuse(state, ClassicGuard.CLAIM_CHECKS_VIEW);
        }
        return sending(
                state.but().master(sender).done(),
                sender,
                new FetchReply(state.table(), state.completed(), state.activeSet()));
    }
}
