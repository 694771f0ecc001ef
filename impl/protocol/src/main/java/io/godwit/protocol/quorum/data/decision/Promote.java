package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.IS_BACKUP;
import static io.godwit.protocol.quorum.QuorumRule.PROMOTES_IN_SYNC_ONLY;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * An in-sync backup takes the place of a primary that is dead, or suspected. Only the in-sync set is known to hold every
 * answered write; when nobody of it lives, the partition is unavailable, and nobody invents an empty one. A migration in
 * flight ends with the promotion.
 *
 * <p>Guards: {@code Promote} in {@code spec/quorum/PromotionCommit.tla}.
 */
@SpecAction({"quorum/PromotionCommit!Promote", "quorum/DurableDataPlane!PromoteNoWrite"})
public class Promote extends Deciding<Promote.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry for which this was planned
     * @param backup who is to be primary
     */
    public record Request(Entry base, int backup) {}

    /** The action with these guards. */
    public Promote(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Request request) {
        Configuration c = request.base().configuration();
        if (!isOnTop(state, request.base())) {
            return Step.refuse(state, DECISION_COMPARES_BASE);
        }
        if (!guards.pass(IS_BACKUP, c.isBackup(request.backup()))) {
            return Step.refuse(state, IS_BACKUP);
        }
        if (!guards.pass(PROMOTES_IN_SYNC_ONLY, c.isInSync(request.backup()))) {
            return Step.refuse(state, PROMOTES_IN_SYNC_ONLY);
        }
        return decide(state, c.promoted(request.backup()));
    }

    /** Is it due? The primary is dead. */
    public boolean isDue(MasterView state, Request request) {
        return state.cluster().isDead(request.base().configuration().primary());
    }
}
