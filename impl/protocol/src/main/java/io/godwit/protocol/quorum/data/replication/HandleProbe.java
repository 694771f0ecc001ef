package io.godwit.protocol.quorum.data.replication;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import java.util.Optional;

/**
 * A member that has not moved on confirms it. One that has says nothing here.
 *
 * <p>Guards: {@code HandleProbe} in {@code spec/quorum/FencedReplication.tla}. A question that comes twice is answered
 * twice, for the first answer may be lost.
 */
@SpecAction({"quorum/FencedReplication!HandleProbe", "quorum/DurableDataPlane!HandleProbeAndStore"})
public class HandleProbe implements Handler<DataState, Received<Probe>> {
    private final Fence fence;

    /** The action with these guards. */
    public HandleProbe(Guards guards) {
        this.fence = new Fence(guards);
    }

    @Override
    public Step<DataState> handle(DataState state, Received<Probe> event) {
        Probe probe = event.message();
        Optional<QuorumRule> refusal = fence.refusal(state, event.from(), probe.partition(), probe.version());
        if (refusal.isPresent()) {
            return Step.refuse(state, refusal.get());
        }
        return Step.to(
                state,
                new Send(event.from(), new Confirm(probe.partition(), probe.version(), probe.client(), probe.call())));
    }
}
