package io.godwit.protocol.quorum.master;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;

/**
 * A member starts again with what it has made durable before it answered: term, registers and voter set. Being master is
 * not among that, nor is what it has proposed: the number of an unknown proposal could be used again. The event is the
 * member.
 *
 * <p>Guards, from {@code Reboot} in {@code spec/quorum/MasterFailover.tla}: {@code SAME_MEMBER},
 * {@code REBOOT_ENDS_MASTERSHIP}.
 */
@SpecAction("quorum/MasterFailover!Reboot")
public class Reboot extends ControlHandler<Integer> {
    /** The action with these guards. */
    public Reboot(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Integer member) {
        if (member != state.self()) {
            return Step.refuse(state, QuorumGuard.SAME_MEMBER);
        }
        Role role = guards.has(QuorumGuard.REBOOT_ENDS_MASTERSHIP) ? Role.FOLLOWER : state.role();
        return Step.to(state.inTerm(state.term(), role));
    }
}
