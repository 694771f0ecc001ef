package io.godwit.member.runtime;

import io.godwit.protocol.Event;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The failure detector: who was silent for too long, or whose process is gone, is suspected, until something is heard again.
 * Belongs to the loop.
 */
final class Heart {
    private final long patience;
    private final Map<Integer, Long> heard = new HashMap<>();
    private final Set<Integer> suspects = new HashSet<>();

    /**
     * A detector that has heard nobody.
     *
     * @param patience after how much silence a member is suspected, in nanoseconds
     */
    Heart(long patience) {
        this.patience = patience;
    }

    /** A sign of life; returns whether the member was suspected until now. */
    boolean hear(int member, long now) {
        heard.put(member, now);
        return suspects.remove(member);
    }

    /**
     * A member's process has ended. Says nothing about one that was never heard of: it may only be about to begin.
     *
     * @return whether it was not suspected until now
     */
    boolean gone(int member) {
        return heard.containsKey(member) && suspects.add(member);
    }

    /** Looks who has become suspect; who was never heard of has the same patience from the first look on. */
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
