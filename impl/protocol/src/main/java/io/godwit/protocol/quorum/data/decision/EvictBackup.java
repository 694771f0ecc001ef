package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.EVICTS_DEAD;
import static io.godwit.protocol.quorum.QuorumRule.IN_SYNC;
import static io.godwit.protocol.quorum.QuorumRule.NOT_PRIMARY;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The master takes a backup out of the in-sync set, so that nobody waits for it. It stays a replica and may come back.
 *
 * <p>Guards: {@code EvictBackup} in {@code spec/quorum/FencedReplication.tla}.
 */
@SpecAction({"quorum/FencedReplication!EvictBackup", "quorum/DurableDataPlane!EvictBackupNoWrite"})
public class EvictBackup extends Deciding<EvictBackup.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry for which this was planned
     * @param backup who is to be evicted
     */
    public record Request(Entry base, int backup) {}

    /** The action with these guards. */
    public EvictBackup(Guards guards) {
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
        return decide(state, c.withoutInSync(request.backup()));
    }

    /** Is it due? A dead backup is evicted without delay, for answers wait for it; {@code EvictsDead}. */
    public boolean isDue(MasterView state, Request request) {
        return guards.has(EVICTS_DEAD) && state.cluster().isDead(request.backup());
    }
}
