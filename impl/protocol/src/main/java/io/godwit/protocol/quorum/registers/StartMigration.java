package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The master proposes a migration: its destination becomes a learner. The specification of the registers always moves the
 * primary's copy; which copy it is makes no difference to the registers.
 *
 * <p>Guards, from {@code StartMigration} in {@code spec/quorum/Registers.tla}: {@code PROPOSE_COMPARES_BASE},
 * {@code NOT_MIGRATING}, {@code NEWCOMERS_ONLY}, {@code NOT_PRIMARY}, and those of {@code Proposing}.
 */
@SpecAction({"quorum/Registers!StartMigration", "quorum/DurableControlPlane!StartMigrationAndStore"})
public class StartMigration extends Proposing<StartMigration.Request> {
    /**
     * What is wanted.
     *
     * @param partition of which partition
     * @param base the decided entry that this was planned for
     * @param source whose copy moves, or {@code NONE} for a copy in addition
     * @param destination who gets it
     */
    public record Request(int partition, Entry base, int source, int destination) {}

    /** The action with these guards. */
    public StartMigration(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Request request) {
        if (!basedOnDecided(state, request.partition(), request.base())) {
            return Step.refuse(state, QuorumGuard.PROPOSE_COMPARES_BASE);
        }
        Configuration base = request.base().configuration();
        if (base.isMigrating()) {
            return Step.refuse(state, QuorumGuard.NOT_MIGRATING);
        }
        if (!guards.pass(QuorumGuard.NEWCOMERS_ONLY, !base.isReplica(request.destination()))) {
            return Step.refuse(state, QuorumGuard.NEWCOMERS_ONLY);
        }
        if (request.destination() == base.primary()) {
            return Step.refuse(state, QuorumGuard.NOT_PRIMARY);
        }
        return propose(
                state,
                request.partition(),
                request.base(),
                base.withMigration(request.source(), request.destination()));
    }
}
