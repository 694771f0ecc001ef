package io.godwit.conformance.classic;

import io.godwit.conformance.replay.Offers;
import java.util.function.BooleanSupplier;

/** Offers one action instance in the present state. */
@FunctionalInterface
interface Offerer {
    /** Offers it. */
    void offer(Offers offers);

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
