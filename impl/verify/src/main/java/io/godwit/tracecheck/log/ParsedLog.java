package io.godwit.tracecheck.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The log of one life of a member.
 *
 * @param path where it is
 * @param header its first line
 * @param events in order
 * @param end its last line, or null when the member was killed
 * @param refusals how often which action was refused because of which rule
 * @param refusalLines lines about a single refusal, which the check passes over
 */
public record ParsedLog(
        Path path,
        JsonNode header,
        List<LoggedEvent> events,
        JsonNode end,
        Map<String, Long> refusals,
        int refusalLines) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Reads a log. The last line may be cut off: the member was killed in the middle of it. */
    public static ParsedLog read(Path path) throws LogException, IOException {
        byte[] bytes = Files.readAllBytes(path);
        int size = bytes.length;
        while (size > 0 && bytes[size - 1] == 0) {
            size--;
        }
        List<LoggedEvent> events = new ArrayList<>();
        Map<String, Long> refusals = new TreeMap<>();
        Shorthand shorthand = new Shorthand();
        JsonNode header = null;
        LogSchema form = null;
        JsonNode end = null;
        int refusalLines = 0;
        int number = 0;
        for (int from = 0; from < size; ) {
            int to = from;
            while (to < size && bytes[to] != '\n') {
                to++;
            }
            number++;
            if (to == size) {
                break;
            }
            String place = path.getFileName() + ":" + number;
            JsonNode line = parse(bytes, from, to - from, place);
            from = to + 1;
            if (number == 1) {
                header = header(line, place);
                form = new LogSchema(header.get("partitions").asInt());
                form.header(header, place);
            } else if (line instanceof ObjectNode event && line.has("s")) {
                shorthand.expand(event, place);
                events.add(event(header, line, place));
                form.event(line, place);
            } else if (line.has("refused")) {
                form.refused(line, place);
                line.get("refused")
                        .fields()
                        .forEachRemaining(
                                it -> refusals.merge(it.getKey(), it.getValue().asLong(), Long::sum));
            } else if (line.has("refusal")) {
                form.refusal(line, place);
                refusalLines++;
            } else if (line.has("end")) {
                form.end(line, place);
                end = line;
            } else {
                throw new LogException(place + ": no event, and nothing else that a log has");
            }
        }
        if (header == null) {
            throw new LogException(path + ": is empty; a log begins with a line that says whose it is");
        }
        return new ParsedLog(path, header, events, end, refusals, refusalLines);
    }

    private static JsonNode parse(byte[] bytes, int from, int size, String place) throws LogException, IOException {
        try {
            return JSON.readTree(bytes, from, size);
        } catch (JsonProcessingException e) {
            String text = new String(bytes, from, Math.min(size, 80), StandardCharsets.US_ASCII);
            throw new LogException(place + ": not JSON: " + text);
        }
    }

    private static JsonNode header(JsonNode line, String place) throws LogException {
        if (!"godwit-events".equals(line.path("format").asText())) {
            throw new LogException(place + ": no event log; its first line says {\"format\":\"godwit-events\",...}");
        }
        if (line.path("version").asInt() != 4) {
            throw new LogException(
                    place + ": version " + line.path("version") + " of the format; this reads version 4");
        }
        for (String name : List.of("member", "life", "began", "founders", "partitions", "copies", "control", "data")) {
            if (!line.has(name)) {
                throw new LogException(place + ": '" + name + "' is missing");
            }
        }
        JsonNode copies = line.get("copies");
        int partitions = line.get("partitions").asInt();
        boolean ranges = copies.isArray() && copies.size() > 0 && partitions % copies.size() == 0;
        if (!copies.isInt() && !ranges) {
            throw new LogException(place + ": 'copies' is a number, or a list of them that divides 'partitions'");
        }
        return line;
    }

    private static LoggedEvent event(JsonNode header, JsonNode line, String place) throws LogException {
        if (!line.path("s").isIntegralNumber()
                || !line.path("a").isTextual()
                || (line.has("d") && !line.get("d").isObject())) {
            throw new LogException(place + ": an event has a number 's', an action 'a' and what it changed, 'd'");
        }
        if (line.has("l")
                && (line.has("d") || !line.path("p").isInt() || !isList(line, "l", 3) || !isList(line, "o", 2))) {
            throw new LogException(place + ": a write that was added is 'l', [length, term, number], with its partition"
                    + " 'p' and its name 'o', and without 'd'");
        }
        if (line.get("a").asText().equals("ProposeMember")
                && (!line.path("n").canConvertToInt() || line.get("n").asInt() < 0)) {
            throw new LogException(place + ": whoever proposes a member says how many entries it knew to be held by all"
                    + " for whom it waits, 'n'; without it nobody can tell whether the member had caught up");
        }
        return new LoggedEvent(
                header.get("member").asInt(),
                line.get("s").asLong(),
                line.get("a").asText(),
                line,
                place);
    }

    private static boolean isList(JsonNode line, String name, int size) {
        return line.path(name).isArray() && line.get(name).size() == size;
    }

    /** Whose log it is. */
    public int member() {
        return header.get("member").asInt();
    }

    /** Which life of the member. */
    public int life() {
        return header.get("life").asInt();
    }

    /**
     * What the lines of a log leave out because it stands before, or elsewhere in the line, is put in: clients that have a place,
     * and the version and position of a write that was added. One for each log.
     */
    public static final class Shorthand {
        private final Map<Integer, Long> clients = new HashMap<>();

        /**
         * Puts in what an event's line leaves out.
         *
         * @param place where the line is
         * @throws LogException if a client's place was given to nobody
         */
        public void expand(ObjectNode line, String place) throws LogException {
            if (line.path("o").size() == 3) {
                ArrayNode call = (ArrayNode) line.get("o");
                clients.put(call.remove(2).asInt(), call.get(0).asLong());
            } else if (line.has("k")) {
                JsonNode call = line.remove("k");
                Long client = clients.get(call.path(0).asInt(-1));
                if (client == null || call.size() != 2 || line.has("o")) {
                    throw new LogException(
                            place + ": 'k' is [place, call], with the place of a client that was named before");
                }
                line.putArray("o").add(client).add(call.get(1));
            }
            JsonNode added = line.path("l");
            if (line.path("a").asText().equals("HandleAppend") && added.size() == 3 && !line.has("v")) {
                line.putArray("v").add(added.get(1)).add(added.get(2));
                line.set("n", added.get(0));
            }
        }
    }
}
