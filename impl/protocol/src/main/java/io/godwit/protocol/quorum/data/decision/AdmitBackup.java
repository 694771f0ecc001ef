package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.IS_BACKUP;
import static io.godwit.protocol.quorum.QuorumRule.NOT_IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.VOUCHED;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * A backup that is caught up joins the in-sync set.
 *
 * <p>Guards: {@code AdmitBackup} in {@code spec/quorum/LearnerMigration.tla}.
 */
@SpecAction({"quorum/LearnerMigration!AdmitBackup", "quorum/DurableDataPlane!AdmitBackupNoWrite"})
public class AdmitBackup extends Deciding<AdmitBackup.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry for which this was planned
     * @param backup who is to be in sync
     */
    public record Request(Entry base, int backup) {}

    /** The action with these guards. */
    public AdmitBackup(Guards guards) {
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
        if (!guards.pass(NOT_IN_SYNC, !c.isInSync(request.backup()))) {
            return Step.refuse(state, NOT_IN_SYNC);
        }
        if (!guards.pass(VOUCHED, isVouched(state, request.backup(), request.base()))) {
            return Step.refuse(state, VOUCHED);
        }
        return decide(state, c.withInSync(request.backup()));
    }
}
