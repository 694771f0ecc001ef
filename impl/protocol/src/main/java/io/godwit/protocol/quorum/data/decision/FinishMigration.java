package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.MIGRATING;
import static io.godwit.protocol.quorum.QuorumRule.VOUCHED;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The switch: the learner, which is caught up, becomes a replica. It counts only when nothing was decided since the primary
 * spoke for it. Nobody needs to be told: until the old primary has activated something newer it waits for the learner.
 *
 * <p>Guards: {@code FinishMigration} in {@code spec/quorum/LearnerMigration.tla}.
 */
@SpecAction({"quorum/LearnerMigration!FinishMigration", "quorum/DurableDataPlane!FinishMigrationNoWrite"})
public class FinishMigration extends Deciding<FinishMigration.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry that has the migration
     */
    public record Request(Entry base) {}

    /** The action with these guards. */
    public FinishMigration(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Request request) {
        Configuration c = request.base().configuration();
        if (!isOnTop(state, request.base())) {
            return Step.refuse(state, DECISION_COMPARES_BASE);
        }
        if (!guards.pass(MIGRATING, c.isMigrating())) {
            return Step.refuse(state, MIGRATING);
        }
        if (!guards.pass(VOUCHED, isVouched(state, c.destination(), request.base()))) {
            return Step.refuse(state, VOUCHED);
        }
        return decide(state, c.migrated());
    }
}
