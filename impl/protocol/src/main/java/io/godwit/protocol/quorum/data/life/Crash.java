package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Status;

/**
 * A member dies, and with it all that it knew. It never comes back.
 *
 * <p>{@code Crash} in {@code spec/quorum/DataPlane.tla}.
 */
@SpecAction({"quorum/DataPlane!Crash", "quorum/DurableDataPlane!CrashNoWrite"})
public class Crash implements Handler<DataState, Crash.Fault> {
    /** It happens. */
    public record Fault() {}

    private final Guards guards;

    /** The action with these guards. */
    public Crash(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Fault fault) {
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        return Step.to(state.forgotten().with(Status.DOWN));
    }
}
