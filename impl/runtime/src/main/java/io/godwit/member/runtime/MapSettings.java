package io.godwit.member.runtime;

import io.godwit.transport.frame.MapNames;
import java.util.Map;

/**
 * What a member does with the entries of named maps while it is the primary of their partitions. Each setting is looked up for
 * itself, as {@link MapNames} does. Immutable. Other than the number of backups, it is each member's own, and may change when a
 * member starts again: what the log has does not depend on it.
 *
 * @param timesToLive by name or pattern, the seconds that an entry lives whose put names no lifetime; 0 if it stays
 */
public record MapSettings(Map<String, Integer> timesToLive) {
    /** Nothing is set. */
    public static final MapSettings NONE = new MapSettings(Map.of());

    /**
     * Copies the maps.
     *
     * @throws IllegalArgumentException if a name is none, or a number is negative
     */
    public MapSettings {
        MapNames.check(timesToLive);
        timesToLive.forEach((name, seconds) -> {
            if (seconds < 0) {
                throw new IllegalArgumentException("time-to-live of " + name + ": 0 or more, not " + seconds);
            }
        });
        timesToLive = Map.copyOf(timesToLive);
    }
}
