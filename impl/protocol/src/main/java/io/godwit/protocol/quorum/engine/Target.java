package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.planner.Arrangement;

/**
 * Who shall hold what, as the master has planned it. It is planned anew when other members may hold replicas. Immutable.
 *
 * @param members who may hold replicas
 * @param arrangements per partition, the primary first
 */
public record Target(MemberSet members, PartitionVector<Arrangement> arrangements) {
    /** Nothing is planned yet. */
    public static final Target NONE = new Target(MemberSet.of(), PartitionVector.filled(0, Arrangement.empty(1)));

    /** Is there a plan? */
    boolean isPlanned() {
        return !members.isEmpty();
    }
}
