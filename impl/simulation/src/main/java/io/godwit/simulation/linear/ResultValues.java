package io.godwit.simulation.linear;

import io.godwit.protocol.map.Result;
import java.util.List;

/** What answers say. */
final class ResultValues {
    private ResultValues() {}

    /** The one value of a register or counter, which is 0 when it was never written. */
    static long value(Result result) {
        List<Long> values = values(result);
        return values.isEmpty() ? 0 : values.get(0);
    }

    static List<Long> values(Result result) {
        return result instanceof Result.Done done ? done.values() : List.of();
    }

    static boolean done(Result result) {
        return result instanceof Result.Done;
    }
}
