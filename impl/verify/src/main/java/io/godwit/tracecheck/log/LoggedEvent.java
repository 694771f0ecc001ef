package io.godwit.tracecheck.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A line of a log: an action that a member has taken.
 *
 * @param member who
 * @param number its number among the member's events; those of life L begin at L * 2^32 + 1
 * @param action name in the specification
 * @param line the whole line
 * @param place file and line
 * @param lost had the member forgotten what it changed when it started again? Messages that wait for no write may have left it
 */
public record LoggedEvent(int member, long number, String action, JsonNode line, String place, boolean lost) {
    /** The action by which a member starts again with what it has kept; such an event has no line of its own. */
    public static final String REBOOT = "Reboot";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An event that was not lost. */
    public LoggedEvent(int member, long number, String action, JsonNode line, String place) {
        this(member, number, action, line, place, false);
    }

    /** The event in a line, for another process. */
    public String text() {
        return member + "\t" + number + "\t" + action + "\t" + lost + "\t" + place + "\t" + line;
    }

    /** The event that a line of {@link #text} has. */
    public static LoggedEvent parse(String text) throws JsonProcessingException {
        String[] parts = text.split("\t", 6);
        return new LoggedEvent(
                Integer.parseInt(parts[0]),
                Long.parseLong(parts[1]),
                parts[2],
                JSON.readTree(parts[5]),
                parts[4],
                Boolean.parseBoolean(parts[3]));
    }

    /** The event, whose changes the member has lost. */
    LoggedEvent asLost() {
        return new LoggedEvent(member, number, action, line, place, true);
    }

    /** Is it the start of another life? A master that resigns forgets its mastership by the same action. */
    public boolean startsLife() {
        return action.equals(REBOOT) && (int) number == 0;
    }

    /** What the action has changed, as {@code d} would say it: a write that was added is told in fewer words. */
    public JsonNode changes() {
        JsonNode added = line.path("l");
        if (added.isMissingNode()) {
            return line.path("d");
        }
        ObjectNode changes = JsonNodeFactory.instance.objectNode();
        ArrayNode log = changes.putObject("replicas")
                .putObject(line.get("p").asText())
                .putArray("log")
                .add(added.get(0));
        log.addArray().add(added.get(1)).add(added.get(2)).addAll((ArrayNode) line.get("o"));
        return changes;
    }

    /** Does it change what the member holds of a partition? */
    public boolean changesReplica(String partition) {
        return line.has("l")
                ? line.get("p").asText().equals(partition)
                : line.path("d").path("replicas").has(partition);
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
