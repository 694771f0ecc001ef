package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PromotionReply;
import io.godwit.protocol.classic.table.Promotion;

/**
 * The promoted member has answered: the master's table follows.
 *
 * <p>Guards, from {@code HandlePromotionReply} in {@code spec/classic/PromotionCommit.tla}: {@code ANSWER_EXPECTED}.
 */
@SpecAction("classic/PromotionCommit!HandlePromotionReply")
public class HandlePromotionReply extends RepairHandler<Received<PromotionReply>> {
    /** The action under these guards. */
    public HandlePromotionReply(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<PromotionReply> event) {
        PromotionReply m = event.message();
        Promotion answered = new Promotion(event.from(), m.partitions());
        if (!state.leads() || !state.promotion().filter(answered::equals).isPresent()) {
            return Step.refuse(state, ClassicGuard.ANSWER_EXPECTED);
        }
        return endPromotion(state, answered, m.ok());
    }
}
