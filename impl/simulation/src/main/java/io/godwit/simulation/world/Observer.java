package io.godwit.simulation.world;

import io.godwit.protocol.Event;
import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.simulation.subject.Cluster;
import io.godwit.simulation.subject.MemberView;

/**
 * Who watches a run from outside. Watching changes nothing.
 *
 * @param <S> the state of one member
 */
public interface Observer<S> {
    /** A member took a step; its commands have not been carried out yet. */
    default void stepped(Cluster<S> cluster, MemberView<S> member, S before, Event event, Step<S> step) {}

    /**
     * A message was put on its way.
     *
     * @param id names it in this run
     * @param arrivals how many copies will arrive
     */
    default void sent(long now, long id, int from, int to, Message message, int arrivals) {}

    /** A copy of a message is taken by its receiver, in the step that is reported next; or it finds nobody. */
    default void arrived(long now, long id, int to, boolean taken) {}

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
