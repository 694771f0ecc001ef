package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * What a member could know at an event: of each other member the last event that may be a cause of it. What comes after that may
 * as well have happened later, whatever order the events were put into.
 */
public final class CausalPast {
    private final Map<String, Map<Integer, Long>> byPlace = new HashMap<>();

    /** For the events with one action. */
    public CausalPast(LoggedRun run, String action) {
        Map<Integer, Map<Integer, Long>> clocks = new HashMap<>();
        for (LoggedEvent event : run.events()) {
            Map<Integer, Long> clock = clocks.computeIfAbsent(event.member(), it -> new HashMap<>());
            for (Iterator<Map.Entry<String, JsonNode>> it =
                            event.line().path("c").fields();
                    it.hasNext(); ) {
                Map.Entry<String, JsonNode> entry = it.next();
                clock.put(Integer.parseInt(entry.getKey()), entry.getValue().asLong());
            }
            clock.put(event.member(), event.number());
            if (event.action().equals(action)) {
                byPlace.put(event.place(), Map.copyOf(clock));
            }
        }
    }

    /** Can the event of a member with this number be a cause of the event? */
    public boolean mayCause(int member, long number, LoggedEvent event) {
        return number <= byPlace.get(event.place()).getOrDefault(member, 0L);
    }
}
