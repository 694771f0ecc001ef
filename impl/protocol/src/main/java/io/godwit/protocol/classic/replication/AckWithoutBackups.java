package io.godwit.protocol.classic.replication;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import java.util.List;

/**
 * {@code operation.backup.timeout}, 5 s in the product, passes and the writes of a partition succeed without their backups.
 * It is what the guard {@code ACK_WAITS_FOR_BACKUPS} forbids. The event is the partition.
 *
 * <p>Guards, from {@code AckWithoutBackups} in {@code spec/classic/Replication.tla}: {@code ACK_WAITS_FOR_BACKUPS},
 * {@code WRITE_PENDING}.
 */
@SpecAction("classic/Replication!AckWithoutBackups")
public class AckWithoutBackups extends ClassicHandler<Integer> {
    /** The action under these guards. */
    public AckWithoutBackups(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer partition) {
        if (guards.has(ClassicGuard.ACK_WAITS_FOR_BACKUPS)) {
            return Step.refuse(state, ClassicGuard.ACK_WAITS_FOR_BACKUPS);
        }
        List<Pending> writes = state.pending().get(partition);
        if (writes == null) {
            return Step.refuse(state, ClassicGuard.WRITE_PENDING);
        }
        return Step.to(
                state.but().pending(state.pending().without(partition)).done(),
                writes.stream().map(Pending::answer).toList());
    }
}
