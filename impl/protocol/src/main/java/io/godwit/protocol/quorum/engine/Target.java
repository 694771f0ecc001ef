package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Zones;
import io.godwit.protocol.planner.Arrangement;

/**
 * The replicas that the master has planned. It plans again when the set of eligible members changes, or their zones do.
 * Immutable.
 *
 * @param members members that may hold replicas
 * @param zones their zones
 * @param arrangements per partition, the primary first
 */
public record Target(MemberSet members, Zones zones, PartitionVector<Arrangement> arrangements) {
    /** No plan. */
    public static final Target NONE =
            new Target(MemberSet.of(), Zones.NONE, PartitionVector.filled(0, Arrangement.empty(1)));

    /** Is it planned for these members in these zones? */
    boolean isFor(MemberSet eligible, Zones theirZones) {
        return members.equals(eligible) && zones.equals(theirZones);
    }

    /** Is there a plan? */
    boolean isPlanned() {
        return !members.isEmpty();
    }
}
