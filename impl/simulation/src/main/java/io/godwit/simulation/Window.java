package io.godwit.simulation;

import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.simulation.Cluster.MemberView;

/**
 * A moment at which a fault hurts most.
 *
 * @param <S> the state of one member
 */
public interface Window<S> {
    /** How schedules call it. */
    String name();

    /**
     * Does this step open the window? Asked after each step while a fault waits for it.
     *
     * @param cluster the state after the step
     * @param member the member that took it
     * @param before its state before
     * @param event what it took
     * @param step what it made of it
     * @return the members at whom faults are aimed, the most interesting first; empty when it is not open
     */
    int[] opened(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step);

    /**
     * How long after the step that opens it a fault strikes at the earliest, in microseconds: with 0 nothing that the member
     * sends in that step gets out.
     */
    default long least() {
        return 0;
    }
}
