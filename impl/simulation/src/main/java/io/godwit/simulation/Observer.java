package io.godwit.simulation;

import io.godwit.protocol.Event;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.simulation.Cluster.MemberView;

/**
 * Who watches a run from outside. Watching changes nothing.
 *
 * @param <S> the state of one member
 */
public interface Observer<S> {
    /** A member took a step; its commands have not been carried out yet. */
    default void stepped(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step) {}

    /** A member has taken an action of the specification, in the step that {@link #stepped} is told of next. */
    default void took(MemberView<S> member, String action) {}

    /** A member has refused a message or a call, in the step that {@link #stepped} is told of next. */
    default void refused(MemberView<S> member, String action, Refusal refusal) {}

    /** Something else happened that is worth a line: a fault, a start, a client's call. */
    default void told(Cluster<S> cluster, String kind, String text) {}

    /** Does anybody watch at all? */
    default boolean listens() {
        return true;
    }

    /** Nobody watches. */
    static <S> Observer<S> none() {
        return new Observer<>() {
            @Override
            public boolean listens() {
                return false;
            }
        };
    }
}
