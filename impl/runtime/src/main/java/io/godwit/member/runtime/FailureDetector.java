package io.godwit.member.runtime;

import io.godwit.protocol.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Suspects members that were silent for too long, or whose process has ended, until something is heard of them again. For tasks of
 * the event loop.
 */
final class FailureDetector {
    private final long patience;
    private final Map<Integer, Long> heard = new TreeMap<>();
    private final Set<Integer> suspects = new TreeSet<>();

    /**
     * Creates a detector that has heard no member.
     *
     * @param patience nanoseconds of silence after which a member is suspected
     */
    FailureDetector(long patience) {
        this.patience = patience;
    }

    /** Notes a sign of life; returns whether the member was suspected until now. */
    boolean hear(int member, long now) {
        heard.put(member, now);
        return suspects.remove(member);
    }

    /**
     * Notes that a member's process has ended. Ignores one that was never heard of: it may be about to start.
     *
     * @return whether the member was not suspected until now
     */
    boolean gone(int member) {
        return heard.containsKey(member) && suspects.add(member);
    }

    /** Whether a member is suspected. */
    boolean suspects(int member) {
        return suspects.contains(member);
    }

    /** Finds members that have become suspect. For one that was never heard of, silence begins with the first call. */
    List<Event> look(Collection<Integer> members, long now) {
        List<Event> events = new ArrayList<>();
        heard.keySet().retainAll(members);
        suspects.retainAll(members);
        for (int member : members) {
            long last = heard.computeIfAbsent(member, it -> now);
            if (now - last > patience && suspects.add(member)) {
                events.add(new Event.Suspect(member));
            }
        }
        return events;
    }
}
