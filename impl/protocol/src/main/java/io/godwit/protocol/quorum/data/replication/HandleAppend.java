package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.REFUSES_DUPLICATE;
import static io.godwit.protocol.quorum.QuorumRule.REFUSES_GAP;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import java.util.Optional;

/**
 * A replica or learner that is in line under a version takes the next entry.
 *
 * <p>Guards: {@code HandleAppend} in {@code spec/quorum/FencedReplication.tla}; {@code ReconcilesFirst} is there by the fence,
 * which lets nothing through before the version's {@link HandleSync}.
 */
@SpecAction({"quorum/FencedReplication!HandleAppend", "quorum/DurableDataPlane!HandleAppendAndStore"})
public class HandleAppend implements Handler<DataState, Received<Append>> {
    private final Guards guards;
    private final Fence fence;

    /** The action with these guards. */
    public HandleAppend(Guards guards) {
        this.guards = guards;
        this.fence = new Fence(guards);
    }

    @Override
    public Step<DataState> handle(DataState state, Received<Append> event) {
        Append append = event.message();
        Optional<QuorumRule> refusal = fence.refusal(state, event.from(), append.partition(), append.version());
        if (refusal.isPresent()) {
            return Step.refuse(state, refusal.get());
        }
        Replica replica = state.replica(append.partition());
        int length = replica.log().length();
        if (!guards.pass(REFUSES_GAP, append.number() <= length + 1)) {
            return Step.refuse(state, REFUSES_GAP);
        }
        if (!guards.pass(REFUSES_DUPLICATE, append.number() > length)) {
            return Step.refuse(state, REFUSES_DUPLICATE);
        }
        return Step.to(
                state.with(append.partition(), replica.withLog(replica.log().append(append.entry()))),
                new Send(event.from(), new Ack(append.partition(), append.version(), append.number())));
    }
}
