package io.godwit.conformance.replay;

import io.godwit.conformance.replay.Mismatch.Difference;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Takes what the engine made of the events that it was offered. */
public interface Offers {
    /**
     * The engine, or the world, accepted.
     *
     * @param by the method that carried it out, or null when it was the world
     * @param event the event, for messages
     * @param after the value of each variable afterwards, by id, in the order of the corpus; what is
     *     specification-only is not looked at
     */
    default void accepted(Method by, Object event, int[] after) {
        accepted(by, event, after, List::of);
    }

    /**
     * The engine accepted, and holds more than the variables say: answers that it has counted, calls that wait.
     *
     * @param by the method
     * @param event the event, for messages
     * @param after the value of each variable afterwards, as above
     * @param engineOnly where that differs from what the messages and calls afterwards say; asked at once, and only if the variables
     *     are those of a successor
     */
    void accepted(Method by, Object event, int[] after, Supplier<List<Difference>> engineOnly);

    /**
     * The engine refused.
     *
     * @param by the method, or null when it was the world
     * @param event the event, for messages
     * @param guard the guard that did not hold, as text
     * @param stutter whether the state afterwards is the very object that it was before
     */
    void refused(Method by, Object event, Object guard, boolean stutter);

    /**
     * Not offered, because a guard that only the specification has does not hold.
     *
     * @param guard the guard
     */
    void ruledOut(String guard);

    /** Offers one action instance in the present state. */
    @FunctionalInterface
    interface Offerer {
        /** Offers it. */
        void offer(Offers offers);

        /** The same where the specification has one condition more; it tells the offers if that does not hold. */
        default Offerer when(Predicate<Offers> condition) {
            return offers -> {
                if (condition.test(offers)) {
                    offer(offers);
                }
            };
        }

        /** The same where the world keeps one condition more. */
        default Offerer when(String condition, BooleanSupplier holds) {
            return when(offers -> {
                boolean held = holds.getAsBoolean();
                if (!held) {
                    offers.ruledOut(condition);
                }
                return held;
            });
        }
    }
}
