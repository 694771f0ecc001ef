package io.godwit.conformance.quorum;

import io.godwit.conformance.replay.Offers;
import java.util.function.Predicate;

/** Offers one action instance in the present state. */
@FunctionalInterface
interface Offerer {
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
}
