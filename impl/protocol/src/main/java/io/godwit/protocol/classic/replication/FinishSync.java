package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.DataMessage.SyncResponse;

/**
 * The second half of a sync at the owner: the whole copy, with the counter that was read before it. The flag is shared with
 * migrations (hazelcast issue 20682), hence {@code FLAG_IS_EXCLUSIVE}. The event is the partition.
 *
 * <p>Guards, from {@code FinishSync} in {@code spec/classic/Replication.tla}: {@code SERVING}.
 */
@SpecAction("classic/Replication!FinishSync")
public class FinishSync extends ClassicHandler<Integer> {
    /** The action under these guards. */
    public FinishSync(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer partition) {
        Serving serving = state.serving().get(partition);
        if (serving == null) {
            return Step.refuse(state, ClassicGuard.SERVING);
        }
        return sending(
                state.but()
                        .serving(state.serving().without(partition))
                        .frozen(partition, false)
                        .done(),
                serving.to(),
                secondHalf(
                        partition,
                        state.version(partition),
                        serving,
                        state.replicas().get(partition)));
    }

    /** What is sent: the counter as it was and the data as they are ({@code VERSIONS_BEFORE_DATA}). */
    protected SyncResponse secondHalf(int partition, int at, Serving serving, Replica replica) {
        return new SyncResponse(partition, at, serving.version(), replica.content());
    }
}
