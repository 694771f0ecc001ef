package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.IS_BACKUP;
import static io.godwit.protocol.quorum.QuorumRule.RETIRES_LEAVERS_FIRST;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * A backup leaves the configuration, and a migration away from it ends.
 *
 * <p>Guards: {@code RemoveReplica} in {@code spec/quorum/FencedReplication.tla}.
 */
@SpecAction({"quorum/FencedReplication!RemoveReplica", "quorum/DurableDataPlane!RemoveReplicaNoWrite"})
public class RemoveReplica extends Deciding<RemoveReplica.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry for which this was planned
     * @param backup who is to go
     */
    public record Request(Entry base, int backup) {}

    /** The action with these guards. */
    public RemoveReplica(Guards guards) {
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
        return decide(state, c.withoutBackup(request.backup()));
    }

    /** Is it due? The backup is dead, or one more than wanted. */
    public boolean isDue(MasterView state, Request request) {
        return state.cluster().isDead(request.backup())
                || isSurplus(state, request.base().configuration(), request.backup());
    }

    /**
     * Is the backup one more than wanted, such as the source of a finished migration? Of several, one that is leaving goes
     * first: otherwise the other would be dropped and copied again, for ever. {@code Surplus}
     */
    private boolean isSurplus(MasterView state, Configuration c, int backup) {
        MemberSet leaving = state.cluster().leaving();
        return c.inSync().without(backup).size() >= state.copies()
                && guards.pass(
                        RETIRES_LEAVERS_FIRST,
                        leaving.contains(backup)
                                || MemberSet.of(c.backups()).intersect(leaving).isEmpty());
    }
}
