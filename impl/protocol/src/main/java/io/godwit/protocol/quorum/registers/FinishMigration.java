package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The master proposes the switch: the migration's destination becomes a replica in the place of its source.
 *
 * <p>Guards, from {@code FinishMigration} in {@code spec/quorum/Registers.tla}: {@code PROPOSE_COMPARES_BASE},
 * {@code MIGRATING}, and those of {@code Proposing}.
 */
@SpecAction({"quorum/Registers!FinishMigration", "quorum/DurableControlPlane!FinishMigrationAndStore"})
public class FinishMigration extends Proposing<FinishMigration.Request> {
    /**
     * What is wanted.
     *
     * @param partition of which partition
     * @param base the decided entry that has the migration
     */
    public record Request(int partition, Entry base) {}

    /** The action with these guards. */
    public FinishMigration(Guards guards) {
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
                request.base().configuration().migrated());
    }
}
