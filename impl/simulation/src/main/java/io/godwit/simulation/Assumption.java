package io.godwit.simulation;

import java.util.Set;

/**
 * Which faults the protocol claims to survive. The world asks before each fault that destroys something, so that lost
 * data is the protocol's fault.
 *
 * @param <S> the state of one member
 */
public interface Assumption<S> {
    /**
     * May these members lose their memory now, for good?
     *
     * @return the reason why not; empty when they may
     */
    String forbidsLoss(Cluster<S> cluster, Set<Integer> victims);

    /**
     * The members that hold all of a partition: without them it is lost, and an operator may declare that.
     *
     * @return their numbers; empty when it is not certain who they are, because something is being decided
     */
    default Set<Integer> holders(Cluster<S> cluster, int partition) {
        return Set.of();
    }

    /**
     * May these members lose their memory now, if partitions are to be declared lost?
     *
     * @return the reason why not; empty when they may
     */
    default String forbidsLoss(Cluster<S> cluster, Set<Integer> victims, Set<Integer> partitions) {
        return forbidsLoss(cluster, victims);
    }

    /**
     * May these members stop at once, and come back later with what they made durable?
     *
     * @return the reason why not; empty when they may
     */
    String forbidsReboot(Cluster<S> cluster, Set<Integer> victims);

    /**
     * Has it been broken nevertheless? A loss that was allowed can be one too many when the cluster, before it knows of it,
     * decides to do without somebody else. What the protocol promises is then that nothing is made up, not that it goes on.
     *
     * @return what was lost; empty when it holds
     */
    default String broken(Cluster<S> cluster) {
        return "";
    }

    /** Everything is allowed. */
    static <S> Assumption<S> none() {
        return new Assumption<>() {
            @Override
            public String forbidsLoss(Cluster<S> cluster, Set<Integer> victims) {
                return "";
            }

            @Override
            public String forbidsReboot(Cluster<S> cluster, Set<Integer> victims) {
                return "";
            }
        };
    }
}
