package io.godwit.protocol.classic.stampcheck;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PartitionStateCheck;
import io.godwit.protocol.classic.Duty;

/**
 * The idle master sends its stamp to everybody.
 *
 * <p>Guards, from {@code SendStampCheck} in {@code spec/classic/StampCheck.tla}: {@code STAMP_CHECKS}, {@code LEADS},
 * {@code READY}, {@code STAMP_CHECKS_WHEN_IDLE}, {@code NOT_ALONE}.
 */
@SpecAction("classic/StampCheck!SendStampCheck")
public class SendStampCheck extends ClassicHandler<Act> {
    /** The action under these guards. */
    public SendStampCheck(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Act event) {
        if (!guards.has(ClassicGuard.STAMP_CHECKS)) {
            return Step.refuse(state, ClassicGuard.STAMP_CHECKS);
        }
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.duty() != Duty.READY) {
            return Step.refuse(state, ClassicGuard.READY);
        }
        if (!guards.pass(ClassicGuard.STAMP_CHECKS_WHEN_IDLE, state.nothingInFlight())) {
            return Step.refuse(state, ClassicGuard.STAMP_CHECKS_WHEN_IDLE);
        }
        if (state.alone()) {
            return Step.refuse(state, ClassicGuard.NOT_ALONE);
        }
        long stamp = state.stamp().value();
        return Step.to(state, toEach(state.others(), m -> new PartitionStateCheck(stamp)));
    }
}
