package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * What came of a check.
 *
 * @param members how many members took part
 * @param events how many events their logs have
 * @param steps steps of the specification that TLC has evaluated
 * @param partitions how many partitions were checked
 * @param taken how often each action was taken, such as {@code DataPlane!Write}
 * @param refusals how often each action was refused because of which rule
 * @param refusalLines lines about a single refusal, which were passed over
 * @param failures what is no step of the specification, at most one for each partition and plane
 * @param seconds how long it took
 */
public record TraceCheckResult(
        int members,
        int events,
        long steps,
        int partitions,
        Map<String, Long> taken,
        Map<String, Long> refusals,
        long refusalLines,
        List<JsonNode> failures,
        double seconds) {
    /** Is the run a behaviour of the specification? */
    public boolean passed() {
        return failures.isEmpty();
    }
}
