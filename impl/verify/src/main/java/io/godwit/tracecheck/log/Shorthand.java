package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * What the lines of a log leave out because it stands before, or elsewhere in the line, is put in: clients that have a place,
 * and the version and position of a write that was added. One for each log.
 */
public final class Shorthand {
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
