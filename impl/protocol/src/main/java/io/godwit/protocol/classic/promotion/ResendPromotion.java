package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.Promotion;

/**
 * A promotion call that times out is sent again.
 *
 * <p>Guards, from {@code ResendPromotion} in {@code spec/classic/PromotionCommit.tla}: {@code LEADS}, {@code PROMOTING}.
 */
@SpecAction("classic/PromotionCommit!ResendPromotion")
public class ResendPromotion extends RepairHandler<Act> {
    /** The action under these guards. */
    public ResendPromotion(Guards guards) {
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
        Promotion promotion = state.promotion().orElseThrow();
        return sending(state, promotion.destination(), call(state, promotion));
    }
}
