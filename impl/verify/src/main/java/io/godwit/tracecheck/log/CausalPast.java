package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * What a member can know at its last event: of each other member the last event that may be a cause of it. What comes after that may
 * as well have happened later, whatever order the events were put into.
 */
public final class CausalPast {
    private final Map<Integer, Map<Integer, Long>> clocks = new HashMap<>();

    /** An event happens; those that may be its causes have come before. */
    public void add(LoggedEvent event) {
        Map<Integer, Long> clock = clocks.computeIfAbsent(event.member(), it -> new HashMap<>());
        for (Iterator<Map.Entry<String, JsonNode>> it = event.line().path("c").fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> entry = it.next();
            clock.put(Integer.parseInt(entry.getKey()), entry.getValue().asLong());
        }
        clock.put(event.member(), event.number());
    }

    /** Can the event of a member with this number be a cause of another member's last one? */
    public boolean mayCause(int member, long number, int of) {
        return number <= clocks.getOrDefault(of, Map.of()).getOrDefault(member, 0L);
    }
}
