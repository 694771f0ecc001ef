package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A line of a log: an action that a member has taken.
 *
 * @param member who
 * @param number its number among the member's events; those of life L begin at L * 2^32 + 1
 * @param action name in the specification
 * @param line the whole line
 * @param place file and line
 */
public record Event(int member, long number, String action, JsonNode line, String place) {
    /** The action by which a member starts again with what it has kept; such an event has no line of its own. */
    public static final String REBOOT = "Reboot";

    /** What the action has changed. */
    public JsonNode changes() {
        return line.path("d");
    }

    /** The partition that it is about, or -1. */
    public int partition() {
        return line.path("p").asInt(-1);
    }

    /** From whom the message came. */
    public int from() {
        return line.path("f").asInt();
    }

    @Override
    public String toString() {
        return "m" + member + " " + action + " (" + place + ")";
    }
}
