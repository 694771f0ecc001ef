package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;

import io.godwit.protocol.Command.Stop;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;

/**
 * A leaver stops: nothing depends on it any more.
 *
 * <p>Guards: {@code HandleReleased} in {@code spec/quorum/Drain.tla}. That the message is for this very incarnation is seen to
 * by the transport, which knows members and not addresses.
 */
@SpecAction("quorum/Drain!HandleReleased")
public class HandleReleased implements Handler<DataState, Received<Released>> {
    private final Guards guards;

    /** The action with these guards. */
    public HandleReleased(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Received<Released> event) {
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        return Step.to(state.with(Status.LEFT), new Stop());
    }
}
