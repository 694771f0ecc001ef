package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.NOT_MIGRATING;
import static io.godwit.protocol.quorum.QuorumRule.NOT_PRIMARY;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The living primary and an in-sync backup change places: for balance, or because the primary wants to leave.
 *
 * <p>Guards: {@code SwitchPrimary} in {@code spec/quorum/PromotionCommit.tla}.
 */
@SpecAction({"quorum/PromotionCommit!SwitchPrimary", "quorum/DurableDataPlane!SwitchPrimaryNoWrite"})
public class SwitchPrimary extends Deciding<SwitchPrimary.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry for which this was planned
     * @param backup who is to be primary
     */
    public record Request(Entry base, int backup) {}

    /** The action with these guards. */
    public SwitchPrimary(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Request request) {
        Configuration c = request.base().configuration();
        if (!isOnTop(state, request.base())) {
            return Step.refuse(state, DECISION_COMPARES_BASE);
        }
        if (!guards.pass(IN_SYNC, c.isInSync(request.backup()))) {
            return Step.refuse(state, IN_SYNC);
        }
        if (!guards.pass(NOT_PRIMARY, request.backup() != c.primary())) {
            return Step.refuse(state, NOT_PRIMARY);
        }
        if (!guards.pass(NOT_MIGRATING, !c.isMigrating())) {
            return Step.refuse(state, NOT_MIGRATING);
        }
        return decide(state, c.switched(request.backup()));
    }
}
