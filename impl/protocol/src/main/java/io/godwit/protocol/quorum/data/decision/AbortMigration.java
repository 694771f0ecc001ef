package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.ABORTS_ORPHANS;
import static io.godwit.protocol.quorum.QuorumRule.ABORT_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.MIGRATING;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * A migration is given up. This is a decision, too: it replaces the configuration that has the migration, or it comes too
 * late. It is never "forget it", for the switch may be on its way, and never "undo".
 *
 * <p>Guards: {@code AbortMigration} in {@code spec/quorum/LearnerMigration.tla}; that an abort is a decision
 * ({@code AbortIsDecision}) is what this handler does.
 */
@SpecAction({"quorum/LearnerMigration!AbortMigration", "quorum/DurableDataPlane!AbortMigrationNoWrite"})
public class AbortMigration extends Deciding<AbortMigration.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry that has the migration
     */
    public record Request(Entry base) {}

    /** The action with these guards. */
    public AbortMigration(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Request request) {
        Configuration c = request.base().configuration();
        if (!guards.pass(ABORT_COMPARES_BASE, isOnTop(state, request.base()))) {
            return Step.refuse(state, ABORT_COMPARES_BASE);
        }
        if (!guards.pass(MIGRATING, c.isMigrating())) {
            return Step.refuse(state, MIGRATING);
        }
        return decide(state, c.withoutMigration());
    }

    /** Is it due? Somebody that the migration needs is dead; {@code AbortsOrphans}. */
    public boolean isDue(MasterView state, Request request) {
        Configuration c = request.base().configuration();
        return guards.has(ABORTS_ORPHANS)
                && (state.cluster().isDead(c.primary())
                        || state.cluster().isDead(c.destination())
                        || (c.source() != Members.NONE && state.cluster().isDead(c.source())));
    }
}
