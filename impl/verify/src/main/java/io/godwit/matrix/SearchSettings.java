package io.godwit.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import java.util.List;

/**
 * How the simulation looks for a mutant. What is left out is as usual for the protocol.
 *
 * @param faults as on the command line of {@code simulate}
 * @param members founders
 * @param seconds virtual length of a run
 * @param seeds how many seeds it may take
 * @param schedule these faults instead of drawn ones, where only a certain order of events will do; null for drawn ones
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SearchSettings(String faults, Integer members, Integer seconds, Integer seeds, List<Timed> schedule) {
    private static final long MILLISECOND = 1_000;

    /**
     * A fault at a time.
     *
     * @param fault its kind, as on the command line
     * @param site where
     * @param other the second site, where the kind needs one; else null
     * @param amount how much, where the kind needs it; else null
     * @param at milliseconds from the beginning
     * @param lasts milliseconds
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Timed(String fault, int site, Integer other, Long amount, int at, int lasts) {
        Fault planned() {
            return Fault.at(
                    at * MILLISECOND,
                    FaultKind.of(fault),
                    site,
                    other == null ? 0 : other,
                    amount == null ? 0 : amount,
                    lasts * MILLISECOND);
        }
    }

    /** This one, and what it leaves out from another. */
    SearchSettings orElse(SearchSettings usual) {
        return new SearchSettings(
                faults == null ? usual.faults : faults,
                members == null ? usual.members : members,
                seconds == null ? usual.seconds : seconds,
                seeds == null ? usual.seeds : seeds,
                schedule == null ? usual.schedule : schedule);
    }
}
