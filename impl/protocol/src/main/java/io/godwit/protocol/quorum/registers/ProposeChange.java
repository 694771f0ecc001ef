package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The master proposes any valid change: what the data plane asks for beside migrations and repairs (a replica is admitted
 * or removed, primary and backup change places, the same is decided again). The registers do not look at what a configuration
 * says; that a change is one step is what they promise to the data plane.
 *
 * <p>Guards, from {@code Propose} in {@code spec/quorum/Table.tla}: {@code PROPOSE_COMPARES_BASE}, {@code VALID_STEP}, and
 * those of {@code Proposing}.
 */
@SpecAction({"quorum/Table!Propose", "quorum/Renewal!Renew"})
public class ProposeChange extends Proposing<ProposeChange.Request> {
    /**
     * What is wanted.
     *
     * @param partition of which partition
     * @param base the decided entry that this was planned for
     * @param change what is to come of its configuration
     */
    public record Request(int partition, Entry base, Configuration change) {}

    /** The action with these guards. */
    public ProposeChange(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Request request) {
        if (!basedOnDecided(state, request.partition(), request.base())) {
            return Step.refuse(state, QuorumGuard.PROPOSE_COMPARES_BASE);
        }
        Configuration base = request.base().configuration();
        if (!base.mayBecome(request.change())) {
            return Step.refuse(state, QuorumGuard.VALID_STEP);
        }
        return propose(state, request.partition(), request.base(), request.change());
    }
}
