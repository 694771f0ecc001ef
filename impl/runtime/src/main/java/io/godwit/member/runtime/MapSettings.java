package io.godwit.member.runtime;

import io.godwit.transport.frame.MapNames;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a member does with the entries of named maps while it is the primary of their partitions. Each setting is looked up for
 * itself, as {@link MapNames} does. Immutable. Unlike the number of backups, it is each member's own, and may change when a
 * member starts again: what the log already has does not depend on it.
 *
 * @param timesToLive by name or pattern, the seconds that an entry lives whose put names no lifetime; 0 if it stays
 * @param idleTimes by name or pattern, the seconds after which an entry goes that nobody has read or written; 0 if it stays
 * @param entries by name or pattern, how many entries there may be
 * @param bytes by name or pattern, how many bytes keys and values may have
 */
public record MapSettings(
        Map<String, Integer> timesToLive,
        Map<String, Integer> idleTimes,
        Map<String, SizeLimit> entries,
        Map<String, SizeLimit> bytes) {
    /** Nothing is set. */
    public static final MapSettings NONE = new MapSettings(Map.of(), Map.of(), Map.of(), Map.of());

    /** What happens to a write that adds something where there may be no more. */
    public enum EvictionPolicy {
        /** It is refused. */
        NONE,
        /** Other entries are removed: each time, of some that are picked as at random, the one that is due first. */
        RANDOM;

        @Override
        public String toString() {
            return EnumNames.text(this);
        }
    }

    /**
     * How much a map may have.
     *
     * @param most in all partitions; 0 if there is no limit
     * @param evict what makes room
     */
    public record SizeLimit(long most, EvictionPolicy evict) {
        /** No limit. */
        public static final SizeLimit NONE = new SizeLimit(0, EvictionPolicy.NONE);

        /**
         * Checks the number.
         *
         * @throws IllegalArgumentException if it is negative, or something makes room where there is no limit
         */
        public SizeLimit {
            if (most < 0 || (most == 0 && evict != EvictionPolicy.NONE)) {
                throw new IllegalArgumentException("a limit of 1 or more to evict " + evict + ", not " + most);
            }
        }
    }

    /**
     * Copies the maps.
     *
     * @throws IllegalArgumentException if a name is none, or a number is negative
     */
    public MapSettings {
        timesToLive = seconds("time-to-live", timesToLive);
        idleTimes = seconds("max-idle", idleTimes);
        MapNames.check(entries);
        MapNames.check(bytes);
        entries = Map.copyOf(entries);
        bytes = Map.copyOf(bytes);
    }

    private static Map<String, Integer> seconds(String setting, Map<String, Integer> times) {
        MapNames.check(times);
        times.forEach((name, seconds) -> {
            if (seconds < 0) {
                throw new IllegalArgumentException(setting + " of " + name + ": 0 or more, not " + seconds);
            }
        });
        return Map.copyOf(times);
    }

    /** With these numbers of entries. */
    public MapSettings withEntries(Map<String, SizeLimit> limits) {
        return new MapSettings(timesToLive, idleTimes, limits, bytes);
    }

    /** With these numbers of bytes. */
    public MapSettings withBytes(Map<String, SizeLimit> limits) {
        return new MapSettings(timesToLive, idleTimes, entries, limits);
    }

    /** With these times to live. */
    public MapSettings withTimesToLive(Map<String, Integer> times) {
        return new MapSettings(times, idleTimes, entries, bytes);
    }

    /** With these idle times. */
    public MapSettings withIdleTimes(Map<String, Integer> times) {
        return new MapSettings(timesToLive, times, entries, bytes);
    }

    /** The names and patterns that have a setting. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>(timesToLive.keySet());
        names.addAll(idleTimes.keySet());
        names.addAll(entries.keySet());
        names.addAll(bytes.keySet());
        return names;
    }
}
