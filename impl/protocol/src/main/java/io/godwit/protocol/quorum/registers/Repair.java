package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The master proposes to go on without an in-sync replica that is suspected: a primary is replaced by an in-sync backup, a
 * backup is taken out of the in-sync set.
 *
 * <p>Guards, from {@code Repair} in {@code spec/quorum/Registers.tla}: {@code PROPOSE_COMPARES_BASE}, {@code IN_SYNC},
 * {@code PROMOTES_IN_SYNC_ONLY}, and those of {@code Proposing}.
 */
@SpecAction({"quorum/Registers!Repair", "quorum/DurableControlPlane!RepairAndStore"})
public class Repair extends Proposing<Repair.Request> {
    /**
     * What is wanted.
     *
     * @param partition of which partition
     * @param base the decided entry that this was planned for
     * @param suspect the in-sync replica that is suspected
     * @param successor when that is the primary, the in-sync backup that takes its place; otherwise {@code NONE}
     */
    public record Request(int partition, Entry base, int suspect, int successor) {}

    /** The action with these guards. */
    public Repair(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Request request) {
        if (!basedOnDecided(state, request.partition(), request.base())) {
            return Step.refuse(state, QuorumGuard.PROPOSE_COMPARES_BASE);
        }
        Configuration base = request.base().configuration();
        if (!base.isInSync(request.suspect())) {
            return Step.refuse(state, QuorumGuard.IN_SYNC);
        }
        if (request.suspect() != base.primary()) {
            return propose(state, request.partition(), request.base(), base.withoutInSync(request.suspect()));
        }
        if (!mayPromote(base, request.successor())) {
            return Step.refuse(state, QuorumGuard.PROMOTES_IN_SYNC_ONLY);
        }
        return propose(state, request.partition(), request.base(), base.promoted(request.successor()));
    }

    private boolean mayPromote(Configuration base, int successor) {
        return base.isBackup(successor) && guards.pass(QuorumGuard.PROMOTES_IN_SYNC_ONLY, base.isInSync(successor));
    }
}
