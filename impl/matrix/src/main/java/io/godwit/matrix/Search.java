package io.godwit.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * How the simulation looks for a mutant. What is left out is as usual for the protocol.
 *
 * @param faults as on the command line of {@code simulate}
 * @param members founders
 * @param seconds virtual length of a run
 * @param seeds how many seeds it may take
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Search(String faults, Integer members, Integer seconds, Integer seeds) {
    /** This one, and what it leaves out from another. */
    Search orElse(Search usual) {
        return new Search(
                faults == null ? usual.faults : faults,
                members == null ? usual.members : members,
                seconds == null ? usual.seconds : seconds,
                seeds == null ? usual.seeds : seeds);
    }
}
