package io.godwit.protocol.quorum.data.replication;

import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.table.Version;
import java.util.Optional;

/**
 * The primary sends something that the replica has, or that does not fit yet: the replica tells again how far its log goes.
 * So the primary stops sending what is there, and sends what is missing.
 */
@SpecStutter("messages are never lost there, so that nothing has to be said twice")
public class RepeatAck implements Handler<DataState, RepeatAck.Asked> {
    /**
     * A {@code Sync} or {@code Append} that the replica has no use for.
     *
     * @param from the sender
     * @param partition what it is about
     * @param version under which it was sent
     */
    public record Asked(int from, int partition, Version version) {}

    private final Fence fence;

    /** The action with these guards. */
    public RepeatAck(Guards guards) {
        this.fence = new Fence(guards);
    }

    @Override
    public Step<DataState> handle(DataState state, Asked event) {
        Optional<QuorumRule> refusal = fence.refusal(state, event.from(), event.partition(), event.version());
        if (refusal.isPresent()) {
            return Step.refuse(state, refusal.get());
        }
        int length = state.replica(event.partition()).log().length();
        return Step.to(state, new Send(event.from(), new Ack(event.partition(), event.version(), length)));
    }
}
