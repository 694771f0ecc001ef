package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;

/**
 * A clean-up that was queued runs at last. None is queued while {@code FINALISE_BEFORE_COPY} is in force. The event is the
 * partition.
 *
 * <p>Guards, from {@code CleanUpLate} in {@code spec/classic/Replication.tla}: {@code CLEAN_UP_QUEUED}.
 */
@SpecAction("classic/Replication!CleanUpLate")
public class CleanUpLate extends ClassicHandler<Integer> {
    /** The action under these guards. */
    public CleanUpLate(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer partition) {
        if (!state.replicas().get(partition).late()) {
            return Step.refuse(state, ClassicGuard.CLEAN_UP_QUEUED);
        }
        return Step.to(state.but().replica(partition, Replica.EMPTY).done());
    }
}
