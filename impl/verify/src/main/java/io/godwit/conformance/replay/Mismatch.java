package io.godwit.conformance.replay;

import java.util.List;

/**
 * Engine and specification disagree.
 *
 * @param model the model
 * @param kind how they disagree
 * @param state number of the state in the corpus
 * @param path the actions that lead there from an initial state
 * @param action the action with its arguments
 * @param event what the engine was given; empty when it was given nothing
 * @param guard the guard that the engine refused with, or that only the specification has; empty when it accepted
 * @param conditions the conditions of the action in the specification, of which one may not hold; none when the engine does not accept too much
 * @param differences what differs, variable by variable
 * @param links where to look: {@code file:line}
 */
public record Mismatch(
        String model,
        Kind kind,
        int state,
        List<String> path,
        String action,
        String event,
        String guard,
        List<String> conditions,
        List<Difference> differences,
        List<String> links) {
    /** Copies the lists. */
    public Mismatch {
        path = List.copyOf(path);
        conditions = List.copyOf(conditions);
        differences = List.copyOf(differences);
        links = List.copyOf(links);
    }

    /** How they disagree. */
    public enum Kind {
        /** The specification has a transition, the engine refuses. */
        REFUSED("the specification allows it, the engine refuses"),
        /** The engine accepts where the specification has no transition. */
        ACCEPTED("the engine accepts, the specification has no such transition"),
        /** Both have a transition, to different states. */
        DIFFERENT("both take a step, to different states"),
        /** Both take the step to the same state, and the engine has counted or forgotten something else. */
        BEYOND("both take a step to the same state, but what the engine has counted or waits for is something else"),
        /** The specification has more than one successor, and the engine reaches only some. */
        MISSING("the specification has a successor that no event leads the engine to"),
        /** The engine throws an exception, which it never may. */
        BROKEN_DOWN("the engine breaks down"),
        /** The engine refuses, and its state is not the same any more. */
        NO_STUTTER("the engine refuses, but not with the state that it was given");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** In words. */
        public String words() {
            return words;
        }
    }

    /**
     * A place where two states differ.
     *
     * @param place variable and what it is applied to, such as {@code accepted["a"][0].term}
     * @param spec the value of the specification
     * @param engine the value of the engine
     */
    public record Difference(String place, String spec, String engine) {}

    /** Some lines that say everything. */
    public String explain() {
        StringBuilder text = new StringBuilder();
        text.append(model)
                .append(", state ")
                .append(state)
                .append(": ")
                .append(action)
                .append(": ")
                .append(kind.words());
        line(text, "event", event);
        line(text, "guard", guard);
        if (!conditions.isEmpty()) {
            text.append("\n    ")
                    .append(kind == Kind.DIFFERENT ? "the effect is wrong, or " : "")
                    .append("the engine has no guard, or one that holds, where one of these does not:");
            conditions.forEach(condition -> text.append("\n        ").append(condition));
        }
        for (Difference difference : differences) {
            text.append("\n    ").append(difference.place());
            text.append("\n        specification  ").append(difference.spec());
            text.append("\n        engine         ").append(difference.engine());
        }
        links.forEach(link -> line(text, "see", link));
        line(text, "after", path.isEmpty() ? "the initial state" : String.join(", ", path));
        return text.append('\n').toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("\n    ").append("%-7s".formatted(name)).append(value);
        }
    }
}
