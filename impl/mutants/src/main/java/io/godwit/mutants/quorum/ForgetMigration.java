package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.AbortMigration;
import io.godwit.protocol.quorum.data.decision.MasterView;

/** Without {@code AbortIsDecision}, first half: who gives a migration up decides nothing. */
public final class ForgetMigration extends AbortMigration {
    /** The mutant. */
    public ForgetMigration(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Request request) {
        Step<MasterView> step = super.handle(state, request);
        return step.accepted() ? Step.to(state) : step;
    }
}
