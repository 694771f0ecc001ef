package io.godwit.simulation;

import io.godwit.protocol.Protocol;
import java.util.List;

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
}
