package io.godwit.mutants.classic;

import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicEdit;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.failover.Claim;

/** Without {@code FetchBeforeUpdate}: a new master goes on with what it has itself. */
public final class ClaimWithoutFetch extends Claim {
    /** The mutant. */
    public ClaimWithoutFetch(Guards guards) {
        super(guards);
    }

    @Override
    protected ClassicEdit begin(ClassicState state) {
        return state.but().duty(Duty.READY);
    }
}
