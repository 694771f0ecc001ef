package io.godwit.trace;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The view of the states of one root module. Read from a {@code lens.json} next to the specification; the
 * format is described in {@code docs/verify/trace-format.md}. Everything is optional. It has a
 * component for each key of the file.
 *
 * @param members an expression for the members (a set, or a function over them)
 * @param partitions the same for the partitions
 * @param nobody the value of an empty replica index
 * @param nobodyName the display name of an absent sender or receiver of a message
 * @param broadcast whether a message without a receiver is a broadcast
 * @param messages the variables that hold messages; {@code msgs} by default
 * @param messageText per message type the fields that matter, as a template over the fields
 * @param ghosts variables that exist for the properties only
 * @param quiet variables that follow from others and are left out where space is short
 * @param globals variables that look like functions over the members and are none
 * @param cell the cells of the matrix, if there is one
 * @param stamp per member ({@code m})
 * @param content what two members with equal stamps ought to have in common
 * @param marks per member
 * @param facts of the whole state
 * @param actions per action
 * @param properties what each property promises, in one line
 */
@JsonIgnoreProperties("$comment")
public record Lens(
        String protocol,
        Optional<Expr> members,
        Optional<Expr> partitions,
        Optional<Expr> nobody,
        String nobodyName,
        boolean broadcast,
        List<String> messages,
        Map<String, Template> messageText,
        List<String> ghosts,
        List<String> quiet,
        List<String> globals,
        Optional<CellLens> cell,
        Optional<Expr> stamp,
        Optional<Expr> content,
        List<MarkLens> marks,
        List<FactLens> facts,
        Map<String, ActionLens> actions,
        Map<String, String> properties) {
    /** The lens of a module that has none: messages in {@code msgs}, members by guess, no matrix. */
    public static Lens generic() {
        return Lenses.GENERIC;
    }

    /** Replaces what a file leaves out. */
    public Lens {
        messages = messages.isEmpty() ? List.of("msgs") : messages;
    }

    /**
     * What a cell shows; over {@code m} and {@code p}.
     *
     * @param roles the first that holds gives the role; without any, it is read off the replicas
     */
    @JsonIgnoreProperties("$comment")
    public record CellLens(
            Optional<Template> version,
            Optional<Expr> replicas,
            List<MarkLens> roles,
            Optional<Template> data,
            List<MarkLens> marks) {}

    /** A word that is shown when a condition holds (always, without one). */
    @JsonIgnoreProperties("$comment")
    public record MarkLens(@JsonProperty(required = true) Template label, String tone, Optional<Expr> when) {
        private static final Set<String> TONES = Set.of("down", "lead", "warn", "good", "info");

        /** Checks the tone. */
        public MarkLens {
            tone = tone.isEmpty() ? "info" : tone;
            if (!TONES.contains(tone)) {
                throw new TraceException("the tone is " + tone + ", but a tone is one of "
                        + TONES.stream().sorted().toList());
            }
        }
    }

    /** A fact of the whole state, shown when a condition holds. */
    @JsonIgnoreProperties("$comment")
    public record FactLens(String label, @JsonProperty(required = true) Template text, Optional<Expr> when) {}

    /**
     * What is known of an action.
     *
     * @param kind what sort of step it is, if not by its name
     * @param consumes the message type that it consumes, if not by its name
     * @param collects over {@code msg} and the acting member {@code m}: messages that the action reads without being named for one
     * @param note the step in words; a template over the state after it, with {@code m} the acting member
     */
    @JsonIgnoreProperties("$comment")
    public record ActionLens(
            Optional<Trace.Kind> kind,
            Optional<String> consumes,
            Optional<Expr> collects,
            Optional<Template> note,
            Optional<Expr> actor) {}
}
