package io.godwit.protocol;

/**
 * A condition that an action has to meet. Each protocol has an enum of them. Most are switches of the specification,
 * whose removal is a mutant there; the others are conditions without which the action has no meaning.
 */
public interface Guard {
    /** The name of the Java constant. */
    String name();

    /** The name of the switch in the specification, such as {@code AcceptChecksTerm}; empty when it has none. */
    String spec();
}
