package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.agenda.Pace;

/**
 * Sends a member that lacks entries more of them only when it looks for what has no answer, every 150 ms. The switch of no
 * specification: nothing wrong is ever done, but a learner that is written to faster than that never catches up.
 */
public final class WaitForNextLook extends Pace {
    /** The mutant. */
    public WaitForNextLook(Guards guards) {
        super(guards);
    }

    @Override
    public boolean goesOn(int before, int now) {
        return false;
    }
}
