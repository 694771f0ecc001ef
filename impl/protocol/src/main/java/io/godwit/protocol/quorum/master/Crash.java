package io.godwit.protocol.quorum.master;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.ControlHandler;
import io.godwit.protocol.quorum.registers.ControlState;

/**
 * A process starts again without its memory. It is another member, knows nothing and is no voter; the old one stays in the
 * number that majorities are counted of until it is voted out. The event is the new member.
 *
 * <p>Guards, from {@code Crash} in {@code spec/quorum/MasterFailover.tla}: {@code FRESH_IDENTITY}.
 */
@SpecAction("quorum/MasterFailover!Crash")
public class Crash extends ControlHandler<Integer> {
    /** The action with these guards. */
    public Crash(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ControlState> handle(ControlState state, Integer reborn) {
        if (guards.has(QuorumGuard.FRESH_IDENTITY)) {
            return Step.to(ControlState.empty(reborn, state.partitions()));
        }
        return Step.to(ControlState.empty(state.self(), state.partitions()).withVoting(state.voting()));
    }
}
