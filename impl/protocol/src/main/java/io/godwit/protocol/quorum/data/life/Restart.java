package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UNBORN;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Status;

/**
 * A process starts, knowing nothing. Where another has died, at the same address, it is another member nevertheless.
 *
 * <p>{@code Restart} in {@code spec/quorum/DataPlane.tla}, where a dead member at the same address is a condition because
 * members would otherwise be free; here whoever starts a process gives it a new number.
 */
@SpecAction({"quorum/DataPlane!Restart", "quorum/DurableDataPlane!RestartNoWrite"})
public class Restart implements Handler<DataState, Restart.Start> {
    /** It happens. */
    public record Start() {}

    private final Guards guards;

    /** The action with these guards. */
    public Restart(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Start start) {
        if (!guards.pass(MEMBER_UNBORN, state.status() == Status.UNBORN)) {
            return Step.refuse(state, MEMBER_UNBORN);
        }
        return Step.to(state.with(Status.UP));
    }
}
