package io.godwit.protocol.planner;

import java.util.List;

/**
 * How one partition gets from its arrangement to another.
 *
 * @param steps the migrations, to be carried out in this order, one at a time
 * @param target the arrangement at the end, when the surplus replicas were cleared as well; it differs from what was
 *     wanted where replicas would only have traded places
 */
public record Plan(List<PlannedStep> steps, Arrangement target) {
    /** Copies the steps. */
    public Plan {
        steps = List.copyOf(steps);
    }
}
