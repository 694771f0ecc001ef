package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.planner.Arrangement;

/**
 * The replicas that the master has planned. It plans again when the set of eligible members changes. Immutable.
 *
 * @param members members that may hold replicas
 * @param arrangements per partition, the primary first
 */
public record Target(MemberSet members, PartitionVector<Arrangement> arrangements) {
    /** No plan. */
    public static final Target NONE = new Target(MemberSet.of(), PartitionVector.filled(0, Arrangement.empty(1)));

    /** Is there a plan? */
    boolean isPlanned() {
        return !members.isEmpty();
    }
}
