package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.tracecheck.log.LoggedEvent;
import java.util.HashMap;
import java.util.Map;
import tlc2.value.impl.Value;

/**
 * How many writes of a partition may have taken effect. Once {@code PASSIVE} is acknowledged, that is what the primary of the last
 * decision holds, until another state is asked for: {@code PassiveIsQuiet} in {@code spec/quorum/ClusterStates.tla}.
 */
final class PassiveLimit {
    /** By member, the version of the voters and the state by which it went last: the term, and behind it the number. */
    private final Map<Integer, Long> votings = new HashMap<>();
    /** The newest version with another state than the one before. */
    private long asked = -1;

    private int most = Integer.MAX_VALUE;

    /**
     * Takes an event, whatever it is about.
     *
     * @param history the decisions
     * @param window the members' logs
     */
    void take(LoggedEvent event, Value history, StepWindow window) {
        JsonNode voting = event.changes().path("voting");
        if (voting.isArray()) {
            votings.put(
                    event.member(),
                    voting.path(0).asLong() << Integer.SIZE | voting.path(1).asLong());
        }
        long own = votings.getOrDefault(event.member(), -1L);
        switch (event.action()) {
            case "ChangeState" -> {
                if (own > asked) {
                    asked = own;
                    most = Integer.MAX_VALUE;
                }
            }
            case "AcknowledgePassive" -> {
                // A master that was replaced may acknowledge what is over.
                if (own >= asked) {
                    most = held(history, window);
                }
            }
            default -> {
                // Nothing that another state follows from.
            }
        }
    }

    private static int held(Value history, StepWindow window) {
        Value[] decided = V.items(V.at(history, V.number(1)));
        Value primary = V.field(decided[decided.length - 1], "primary");
        return window.lengthOf(window.log(V.memberNumber(primary)));
    }

    /** An answer depends on the first entries of a log. */
    void require(Plane plane, LoggedEvent event, int entries) throws MismatchException {
        if (entries > most) {
            throw plane.nothingFits(
                    event,
                    "PassiveIsQuiet: it depends on " + entries + " writes, and " + most
                            + " had taken effect when PASSIVE was acknowledged");
        }
    }
}
