package io.godwit.simulation;

import io.godwit.protocol.Protocol;
import java.util.List;
import java.util.Set;

/**
 * All members that ever were, as an all-knowing observer sees them.
 *
 * @param <S> the state of one member
 */
public interface Cluster<S> {
    /** Microseconds since the beginning. */
    long now();

    /** What the founders were told. */
    Protocol.Setup setup();

    /** All members, dead or alive; number {@code n} is at index {@code n - 1}. */
    List<? extends MemberView<S>> members();

    /** Have the faults ended, so that everything heals? */
    boolean calm();

    /** The member with that number. */
    default MemberView<S> member(int number) {
        return members().get(number - 1);
    }

    /**
     * A member as an all-knowing observer sees it.
     *
     * @param <S> its state
     */
    interface MemberView<S> {
        /** Its number, from 1. */
        int number();

        /** The address where it runs, from 1; a later incarnation may run there after it. */
        int site();

        /** Its zone, empty if it has none. */
        String zone();

        /** Is it running, even if paused? */
        boolean up();

        /** Is it down, and will it come back with what it made durable? */
        boolean asleep();

        /** Did it stop because nothing depended on it any more? */
        boolean left();

        /**
         * Does it run undisturbed: not paused or slow, no link to or from it cut, nobody made to suspect it?
         *
         * @param without sites to which links do not matter
         */
        boolean healthy(Set<Integer> without);

        /** Its state; the last one that it had when it is down. */
        S state();

        /** Does the state count: does the member run, or can it come back? */
        default boolean alive() {
            return up() || asleep();
        }
    }
}
