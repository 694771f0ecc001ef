package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the lines of a log may have. A line that says something else is refused: what the check would not understand, it
 * would pass over.
 *
 * @param partitions how many the run has
 */
record LogSchema(int partitions) {
    /** The arguments of each action that a member carries out, as docs/verify/event-log.md lists them. */
    private static final Map<String, Set<String>> ARGUMENTS = Map.ofEntries(
            Map.entry("AbandonMigration", Set.of("p")),
            Map.entry("AcknowledgePassive", Set.of()),
            Map.entry("Activate", Set.of("p", "v")),
            Map.entry("AddVoter", Set.of("m")),
            Map.entry("AnswerRead", Set.of("n", "o", "p")),
            Map.entry("AnswerWrite", Set.of("o", "p")),
            Map.entry("BecomeMaster", Set.of("q")),
            Map.entry("ChangeState", Set.of()),
            Map.entry("RaiseVersion", Set.of()),
            Map.entry("CommitProposal", Set.of("p")),
            Map.entry("FinishMigration", Set.of("p")),
            Map.entry("HandleAccept", Set.of("f", "p", "v")),
            Map.entry("HandleAppend", Set.of("f", "n", "o", "p", "v")),
            Map.entry("HandleCommit", Set.of("f", "p", "v")),
            Map.entry("HandleProbe", Set.of("f", "o", "p", "v")),
            Map.entry("HandleReleased", Set.of("f")),
            Map.entry("HandleSync", Set.of("f", "p", "v")),
            Map.entry("HandleVoteRequest", Set.of("f", "n")),
            Map.entry("HandleVoters", Set.of("f", "voting")),
            Map.entry("Propose", Set.of("p")),
            Map.entry("ProposeMember", Set.of("m", "n", "p")),
            Map.entry("Reboot", Set.of("n")),
            Map.entry("Release", Set.of("m")),
            Map.entry("RemoveVoter", Set.of("n")),
            Map.entry("Repair", Set.of("m", "p")),
            Map.entry("RequestLeave", Set.of("m")),
            Map.entry("RestampVoters", Set.of("n")),
            Map.entry("StartElection", Set.of("n")),
            Map.entry("StartMigration", Set.of("p")),
            Map.entry("StartRead", Set.of("o", "p")),
            Map.entry("Write", Set.of("o", "p")));

    private static final Set<String> IN_EACH = Set.of("s", "a", "c", "d", "l");
    private static final Set<String> HEADER = Set.of(
            "format",
            "version",
            "member",
            "life",
            "incarnation",
            "cluster",
            "began",
            "founders",
            "partitions",
            "copies",
            "control",
            "data");
    private static final Set<String> BEGAN = Set.of("found", "join", "restart");
    private static final Set<String> END = Set.of("end", "dropped", "control", "data");
    private static final Set<String> REFUSAL = Set.of("refusal", "rule", "n", "text");
    private static final Set<String> STATE = Set.of(
            "term", "role", "voting", "stamp", "accepted", "committed", "outstanding", "status", "leaving", "replicas");
    private static final List<String> REGISTERS = List.of("accepted", "committed", "outstanding");
    private static final Set<String> REPLICA = Set.of("view", "log", "waits");
    private static final int ENTRY = 8;

    /** A first line that has everything. */
    void header(JsonNode line, String place) throws LogException {
        onlyOf(line, HEADER, place);
        require(partitions > 0, place, "'partitions' is a number from 1");
        require(isNumber(line.get("member")) && line.get("member").asInt() > 0, place, "'member' is a number from 1");
        require(isNumber(line.get("life")) && line.get("life").asInt() >= 0, place, "'life' is a number from 0");
        require(BEGAN.contains(line.get("began").asText()), place, "'began' is found, join or restart");
        require(isNumbers(line.get("founders")), place, "'founders' is a list of members");
        state(line.get("control"), "control", place);
        state(line.get("data"), "data", place);
    }

    /** An event, with all that its line leaves out. */
    void event(JsonNode line, String place) throws LogException {
        String action = line.get("a").asText();
        Set<String> arguments = ARGUMENTS.get(action);
        require(arguments != null, place, "'a' is no action that a member carries out: " + action);
        for (String name : arguments) {
            require(line.has(name), place, action + " has an argument '" + name + "'");
            argument(name, line.get(name), place);
        }
        for (Iterator<String> names = line.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            require(IN_EACH.contains(name) || arguments.contains(name), place, action + " has no '" + name + "'");
        }
        clock(line.path("c"), place);
        if (line.has("d")) {
            state(line.get("d"), "d", place);
        }
    }

    /** A last line. */
    void end(JsonNode line, String place) throws LogException {
        onlyOf(line, END, place);
        require(isNumber(line.path("end")) && isNumber(line.path("dropped")), place, "'end' and 'dropped' are numbers");
        state(line.path("control"), "control", place);
        state(line.path("data"), "data", place);
    }

    /** A line that says how often guards have refused. */
    void refused(JsonNode line, String place) throws LogException {
        onlyOf(line, Set.of("refused"), place);
        require(
                line.get("refused").isObject() && all(line.get("refused"), LogSchema::isNumber),
                place,
                "'refused' has a number for each handler and guard");
    }

    /** A line with a single refusal. */
    void refusal(JsonNode line, String place) throws LogException {
        onlyOf(line, REFUSAL, place);
        require(
                isName(line.path("refusal")) && isName(line.path("rule")),
                place,
                "'refusal' is an action, and 'rule' what has refused it");
        require(isNumber(line.path("n")) && line.get("n").asLong() > 0, place, "'n' is a number from 1");
        require(line.path("text").isTextual(), place, "'text' says why");
    }

    private static boolean isName(JsonNode value) {
        return value.isTextual() && value.asText().matches("[A-Za-z_]+");
    }

    private void argument(String name, JsonNode value, String place) throws LogException {
        switch (name) {
            case "p" -> require(
                    isPartition(value), place, "'p' is a partition from 0 to " + (partitions - 1) + ", not " + value);
            case "f", "m" -> require(
                    isNumber(value) && value.asInt() > 0, place, "'" + name + "' is a member, a number from 1");
            case "n" -> require(isNumber(value), place, "'n' is a number");
            case "q" -> require(isNumbers(value), place, "'q' is a list of members");
            case "v", "o" -> require(
                    isNumbers(value) && value.size() == 2,
                    place,
                    name.equals("v") ? "'v' is a version, [term, number]" : "'o' is a call, [client, call]");
            default -> voting(value, place);
        }
    }

    private static void clock(JsonNode clock, String place) throws LogException {
        require(clock.isMissingNode() || clock.isObject(), place, "'c' has a number for each member");
        for (Iterator<Map.Entry<String, JsonNode>> it = clock.fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> heard = it.next();
            require(
                    isPositive(heard.getKey()) && isNumber(heard.getValue()),
                    place,
                    "'c' says of a member how many of its events came before, not " + heard);
        }
    }

    private void state(JsonNode state, String name, String place) throws LogException {
        require(state.isObject(), place, "'" + name + "' is a state");
        onlyOf(state, STATE, place);
        if (state.has("voting")) {
            voting(state.get("voting"), place);
        }
        for (String register : REGISTERS) {
            entries(state.path(register), register, place);
        }
        for (Iterator<Map.Entry<String, JsonNode>> it = state.path("replicas").fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> replica = it.next();
            require(isPartition(replica.getKey()), place, "'replicas' has no partition " + replica.getKey());
            onlyOf(replica.getValue(), REPLICA, place);
        }
    }

    private void entries(JsonNode entries, String register, String place) throws LogException {
        for (Iterator<Map.Entry<String, JsonNode>> it = entries.fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> entry = it.next();
            require(isPartition(entry.getKey()), place, "'" + register + "' has no partition " + entry.getKey());
            JsonNode value = entry.getValue();
            require(
                    value.isNull() || (value.isArray() && value.size() == ENTRY),
                    place,
                    "'" + register + "' has entries of " + ENTRY + " values, or null, not " + value);
        }
    }

    private static void voting(JsonNode voting, String place) throws LogException {
        require(
                voting.isNull()
                        || (voting.isArray()
                                && voting.size() == 3
                                && isNumber(voting.get(0))
                                && isNumber(voting.get(1))
                                && isNumbers(voting.get(2))),
                place,
                "'voting' is [term, number, [voters]]");
    }

    private static void onlyOf(JsonNode object, Set<String> names, String place) throws LogException {
        for (Iterator<String> it = object.fieldNames(); it.hasNext(); ) {
            String name = it.next();
            require(names.contains(name), place, "'" + name + "' is nothing that a log has here");
        }
    }

    private boolean isPartition(JsonNode value) {
        return isNumber(value) && value.canConvertToInt() && value.asInt() >= 0 && value.asInt() < partitions;
    }

    private boolean isPartition(String text) {
        return (text.equals("0") || isPositive(text)) && Integer.parseInt(text) < partitions;
    }

    private static boolean isPositive(String text) {
        return text.matches("[1-9][0-9]{0,8}");
    }

    private static boolean isNumber(JsonNode value) {
        return value.isIntegralNumber();
    }

    private static boolean isNumbers(JsonNode value) {
        return value.isArray() && all(value, LogSchema::isNumber);
    }

    private static boolean all(JsonNode values, Predicate<JsonNode> holds) {
        for (JsonNode value : values) {
            if (!holds.test(value)) {
                return false;
            }
        }
        return true;
    }

    private static void require(boolean holds, String place, String what) throws LogException {
        if (!holds) {
            throw new LogException(place + ": " + what);
        }
    }
}
