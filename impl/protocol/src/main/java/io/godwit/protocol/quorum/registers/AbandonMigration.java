package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The master proposes to give a migration up. This is a decision like any other, with a version of its own.
 *
 * <p>Guards, from {@code AbandonMigration} in {@code spec/quorum/Registers.tla}: {@code PROPOSE_COMPARES_BASE},
 * {@code MIGRATING}, {@code ABORT_TAKES_NEW_VERSION}, and those of {@code Proposing}.
 */
@SpecAction({"quorum/Registers!AbandonMigration", "quorum/DurableControlPlane!AbandonMigrationAndStore"})
public class AbandonMigration extends Proposing<AbandonMigration.Request> {
    /**
     * What is wanted.
     *
     * @param partition of which partition
     * @param base the decided entry that has the migration
     */
    public record Request(int partition, Entry base) {}

    /** The action with these guards. */
    public AbandonMigration(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Request request) {
        if (!basedOnDecided(state, request.partition(), request.base())) {
            return Step.refuse(state, QuorumGuard.PROPOSE_COMPARES_BASE);
        }
        if (!request.base().configuration().isMigrating()) {
            return Step.refuse(state, QuorumGuard.MIGRATING);
        }
        return propose(
                state,
                request.partition(),
                request.base(),
                request.base().configuration().withoutMigration());
    }

    /** Not in the place of a switch whose outcome is unknown. */
    @Override
    protected boolean mayFollow(ControlState state, int partition) {
        return guards.pass(QuorumGuard.ABORT_TAKES_NEW_VERSION, super.mayFollow(state, partition));
    }
}
