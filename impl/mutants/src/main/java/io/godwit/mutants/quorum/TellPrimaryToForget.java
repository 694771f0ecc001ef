package io.godwit.mutants.quorum;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.AbandonMigration;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;

/** Without {@code AbortIsDecision}, second half: the primary is told to forget the migration, and nobody was asked. */
public final class TellPrimaryToForget extends AbandonMigration {
    /** The mutant. */
    public TellPrimaryToForget(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Request request) {
        Step<ControlState> step = super.handle(state, request);
        if (!step.accepted()) {
            return step;
        }
        Entry forgotten = step.state().outstanding().get(request.partition());
        return Step.to(
                state, new Send(forgotten.configuration().primary(), new Commit(request.partition(), forgotten)));
    }
}
