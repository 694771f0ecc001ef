package io.godwit.member.runtime;

import io.godwit.transport.frame.MapNames;
import java.util.Locale;
import java.util.Map;

/**
 * What a member does with the entries of named maps while it is the primary of their partitions. Each setting is looked up for
 * itself, as {@link MapNames} does. Immutable. Unlike the number of backups, it is each member's own, and may change when a
 * member starts again: what the log already has does not depend on it.
 *
 * @param timesToLive by name or pattern, the seconds that an entry lives whose put names no lifetime; 0 if it stays
 * @param limits by name or pattern, how many entries there may be
 */
public record MapSettings(Map<String, Integer> timesToLive, Map<String, EntryLimit> limits) {
    /** Nothing is set. */
    public static final MapSettings NONE = new MapSettings(Map.of(), Map.of());

    /** What happens to a write that adds an entry where there may be no more. */
    public enum EvictionPolicy {
        /** It is refused. */
        NONE,
        /** Another entry is removed: of some that are picked as at random, the one that is due first. */
        RANDOM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How many entries a map may have.
     *
     * @param maxEntries in all partitions; 0 if there is no limit
     * @param evict what makes room
     */
    public record EntryLimit(int maxEntries, EvictionPolicy evict) {
        /** No limit. */
        public static final EntryLimit NONE = new EntryLimit(0, EvictionPolicy.NONE);

        /**
         * Checks the number.
         *
         * @throws IllegalArgumentException if it is negative, or something makes room where there is no limit
         */
        public EntryLimit {
            if (maxEntries < 0 || (maxEntries == 0 && evict != EvictionPolicy.NONE)) {
                throw new IllegalArgumentException("max-entries: 1 or more to evict " + evict + ", not " + maxEntries);
            }
        }
    }

    /**
     * Copies the maps.
     *
     * @throws IllegalArgumentException if a name is none, or a number is negative
     */
    public MapSettings {
        MapNames.check(timesToLive);
        MapNames.check(limits);
        timesToLive.forEach((name, seconds) -> {
            if (seconds < 0) {
                throw new IllegalArgumentException("time-to-live of " + name + ": 0 or more, not " + seconds);
            }
        });
        timesToLive = Map.copyOf(timesToLive);
        limits = Map.copyOf(limits);
    }
}
