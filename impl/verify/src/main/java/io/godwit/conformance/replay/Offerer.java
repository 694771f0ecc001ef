package io.godwit.conformance.replay;

import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Offers one action instance in the present state. */
@FunctionalInterface
public interface Offerer {
    /** Offers it. */
    void offer(Offers offers);

    /** The same where the specification has one condition more. */
    default Offerer when(Predicate<Offers> condition) {
        return offers -> {
            if (condition.test(offers)) {
                offer(offers);
            }
        };
    }

    /** The same where the world keeps one condition more. */
    default Offerer when(String condition, BooleanSupplier holds) {
        return offers -> {
            if (holds.getAsBoolean()) {
                offer(offers);
            } else {
                offers.ruledOut(condition);
            }
        };
    }
}
