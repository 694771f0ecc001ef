package io.godwit.simulation;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.MapContent;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.RunResult.Violation;
import java.util.List;

/**
 * What must hold in every state of the cluster. An object belongs to one run and may remember what it saw.
 *
 * @param <S> the state of one member
 */
public interface ClusterInvariants<S> {
    /** The properties that are looked after. */
    List<String> names();

    /**
     * Looks at what a step has changed, and at nothing else: this runs after each step of each member.
     *
     * @param cluster the state after the step
     * @param member the member that took it
     * @param before its state before
     * @param event what it took
     * @param step what it made of it
     * @return what is wrong, or null
     */
    Violation stepped(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step);

    /**
     * Looks at an answer that leaves a member. It may have waited for a write to the disk, and the member may have moved on.
     *
     * @param answer the very object that the member gave in some step
     * @return what is wrong, or null
     */
    default Violation answered(Cluster<S> cluster, MemberView<S> member, Command.Answer answer) {
        return null;
    }

    /**
     * Looks at a member that has just started, or started again.
     *
     * @return what is wrong, or null
     */
    default Violation started(Cluster<S> cluster, MemberView<S> member) {
        return null;
    }

    /** All members that hold a partition are lost, and an operator declares that: it may begin again with what another member has. */
    default void lost(int partition) {}

    /** With what a partition has begun again that was declared lost; null as long as it has not. */
    default Beginning begun(int partition) {
        return null;
    }

    /**
     * A partition begins again with the copy of the member that was declared its primary.
     *
     * @param at when, in microseconds
     * @param content what the copy has
     */
    record Beginning(long at, MapContent content) {}

    /**
     * Says what the cluster has still to do before it is at rest: all know the same, everything is fully replicated and
     * balanced, nothing is undecided. Asked now and then, so it may look at everything.
     *
     * @return in words what is missing; empty when nothing is
     */
    String unsettled(Cluster<S> cluster);
}
