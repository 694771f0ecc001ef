package io.godwit.tracecheck.tlc;

import io.godwit.tracecheck.log.Event;
import java.util.List;

/**
 * An event that is no step of the specification.
 *
 * @param plane control plane or data plane
 * @param partition for which partition
 * @param matched the last event of this partition that was a step, or null
 * @param event the event
 * @param candidates what was tried, and why it is none
 * @param nearest what comes nearest to the event among all that would have been possible
 */
record Mismatch(
        String plane, int partition, Event matched, Event event, List<Candidate> candidates, Candidate nearest) {
    /**
     * A step that was tried.
     *
     * @param step the action with its arguments
     * @param enabled could it be taken at all?
     * @param reasons if not, the conditions that were false; otherwise, where it leads elsewhere
     */
    record Candidate(String step, boolean enabled, List<String> reasons) {}
}
