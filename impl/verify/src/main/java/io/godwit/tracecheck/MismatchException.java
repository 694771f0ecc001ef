package io.godwit.tracecheck;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.godwit.tracecheck.log.LoggedEvent;
import java.util.List;
import java.util.Map;

/** Ends the check of a partition. */
final class MismatchException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient EventMismatch mismatch;

    MismatchException(EventMismatch mismatch) {
        super(mismatch.event());
        this.mismatch = mismatch;
    }

    EventMismatch mismatch() {
        return mismatch;
    }

    /**
     * An event that is no step of the specification.
     *
     * @param plane control plane or data plane
     * @param partition for which partition
     * @param matched the last event of this partition that was a step; empty when there is none
     * @param event the event
     * @param line the event as it was logged
     * @param member whose event it is
     * @param action the action that it names
     * @param candidates what was tried, and why it is none
     * @param nearest what comes nearest to the event among all that would have been possible; null when there is nothing
     * @param states the last states before it, by variable; under the empty name, the step that led there
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record EventMismatch(
            String plane,
            int partition,
            String matched,
            String event,
            String line,
            int member,
            String action,
            List<Candidate> candidates,
            Candidate nearest,
            List<Map<String, String>> states) {
        /**
         * A step that was tried.
         *
         * @param step the action with its arguments
         * @param enabled could it be taken at all?
         * @param reasons if not, the conditions that were false; otherwise, where it leads elsewhere
         */
        record Candidate(String step, boolean enabled, List<String> reasons) {}

        /** What an event is told by. */
        EventMismatch(
                Plane plane,
                int partition,
                LoggedEvent matched,
                LoggedEvent event,
                List<Candidate> candidates,
                Candidate nearest) {
            this(
                    plane.name(),
                    partition,
                    matched == null ? "" : matched.toString(),
                    event.toString(),
                    event.line().toString(),
                    event.member(),
                    event.action(),
                    candidates,
                    nearest,
                    plane.lastStates());
        }
    }
}
