package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;

/**
 * The promoted member left: the versions are fenced, and the next repair tries another.
 *
 * <p>Guards, from {@code AbortPromotion} in {@code spec/classic/PromotionCommit.tla}: {@code LEADS}, {@code PROMOTING},
 * {@code PARTICIPANT_LEFT}.
 */
@SpecAction("classic/PromotionCommit!AbortPromotion")
public class AbortPromotion extends RepairHandler<Act> {
    /** The action under these guards. */
    public AbortPromotion(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Act event) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.duty() != Duty.PROMOTE) {
            return Step.refuse(state, ClassicGuard.PROMOTING);
        }
        if (state.view().contains(state.promotion().orElseThrow().destination())) {
            return Step.refuse(state, ClassicGuard.PARTICIPANT_LEFT);
        }
        return endPromotion(state, state.promotion().orElseThrow(), false);
    }
}
