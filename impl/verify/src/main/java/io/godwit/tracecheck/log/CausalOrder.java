package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Puts the events of all members into one order: each comes after those that its vector clock names. */
final class CausalOrder {
    private CausalOrder() {}

    /**
     * Merges.
     *
     * @param events of each member in order
     * @param highest the number of each member's last event
     */
    static List<LoggedEvent> merge(Map<Integer, List<LoggedEvent>> events, Map<Integer, Long> highest)
            throws LogException {
        Map<Integer, Integer> next = new HashMap<>();
        events.keySet().forEach(member -> next.put(member, 0));
        int total = events.values().stream().mapToInt(List::size).sum();
        List<LoggedEvent> merged = new ArrayList<>(total);
        while (merged.size() < total) {
            int before = merged.size();
            for (Map.Entry<Integer, List<LoggedEvent>> it : events.entrySet()) {
                int at = next.get(it.getKey());
                while (at < it.getValue().size() && waitsFor(it.getValue().get(at), events, next, highest) < 0) {
                    merged.add(it.getValue().get(at));
                    next.put(it.getKey(), ++at);
                }
            }
            if (merged.size() == before) {
                throw new LogException("the clocks of these events wait for each other: " + stuck(events, next));
            }
        }
        return merged;
    }

    /** A member of whom something has to happen before the event, or -1. */
    private static int waitsFor(
            LoggedEvent event,
            Map<Integer, List<LoggedEvent>> events,
            Map<Integer, Integer> next,
            Map<Integer, Long> highest)
            throws LogException {
        for (Iterator<Map.Entry<String, JsonNode>> it = event.line().path("c").fields(); it.hasNext(); ) {
            Map.Entry<String, JsonNode> entry = it.next();
            int member = Integer.parseInt(entry.getKey());
            long number = entry.getValue().asLong();
            if (number > highest.get(member)) {
                throw new LogException(event.place() + ": has heard of event " + number + " of member " + member
                        + ", whose log ends with event " + highest.get(member));
            }
            List<LoggedEvent> others = events.get(member);
            int at = next.get(member);
            if (at < others.size() && others.get(at).number() <= number) {
                return member;
            }
        }
        return -1;
    }

    private static List<String> stuck(Map<Integer, List<LoggedEvent>> events, Map<Integer, Integer> next) {
        List<String> places = new ArrayList<>();
        events.forEach((member, list) -> {
            if (next.get(member) < list.size()) {
                places.add(list.get(next.get(member)).place());
            }
        });
        return places;
    }
}
