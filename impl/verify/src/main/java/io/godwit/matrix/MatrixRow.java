package io.godwit.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.matrix.RungOutcome.Rung;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import java.util.List;
import java.util.Map;

/**
 * A row of the matrix: one mutant.
 *
 * @param name the mutant, as {@code Mutant.name()} has it
 * @param hazards numbers of the known bugs of this kind, from the list of hazards; may be empty
 * @param source where else it is known from: a section of the design, an issue, a paper; may be empty
 * @param search how the simulation looks for it; null for the way of its protocol
 * @param models models of the corpus that the replay tries first; may be empty
 * @param jepsen what Jepsen's clients noticed of it on real members, and how soon; empty where it was not tried
 * @param missed per rung, why that rung does not catch it; the key is {@link Rung#text()}
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record MatrixRow(
        @JsonProperty(required = true) String name,
        List<Integer> hazards,
        String source,
        SearchSettings search,
        List<String> models,
        String jepsen,
        Map<String, String> missed) {
    /** Replaces omitted components with their defaults. */
    public MatrixRow {
        hazards = hazards == null ? List.of() : List.copyOf(hazards);
        source = source == null ? "" : source;
        jepsen = jepsen == null ? "" : jepsen;
        models = models == null ? List.of() : List.copyOf(models);
        missed = missed == null ? Map.of() : Map.copyOf(missed);
    }

    /** {@code quorum} or {@code classic}. */
    public String protocol() {
        return name.substring(0, name.indexOf('/'));
    }

    /** The switch of the specification. */
    public String guard() {
        return name.substring(name.indexOf('/') + 1);
    }

    /** Why a rung does not catch it; empty when it should. */
    public String reason(Rung rung) {
        return missed.getOrDefault(rung.text(), "");
    }

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
}
