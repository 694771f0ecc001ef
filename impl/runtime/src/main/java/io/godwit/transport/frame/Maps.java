package io.godwit.transport.frame;

import io.godwit.protocol.Copies;
import io.godwit.protocol.map.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The number of backups of each map, which determines the range of partitions of its data: {@code
 * docs/decisions/0019-backups-per-map.md}. All members and clients of a cluster agree on it. Immutable.
 *
 * <p>The first range is of the maps that are not named; further ones follow, one for each other number, the smallest first.
 * All have the same number of partitions.
 */
public final class Maps {
    /** Maximum number of backups of a map. */
    public static final int MOST_BACKUPS = 6;

    /** Maximum number of names and patterns. */
    public static final int MOST_NAMES = 1_000;

    /** Maximum length of the name of a map, in bytes. */
    public static final int LONGEST_NAME = 256;

    /** Prefix of the names of the members' own maps; they are in the range with the most backups. */
    public static final String OWN = "godwit.";

    private static final String ANY = "*";

    private final int backups;
    /** In the order of names. */
    private final Map<String, Integer> named;
    /** By range. */
    private final int[] counts;

    private final MapNames<Integer> rangesByName;

    private Maps(int backups, Map<String, Integer> named) {
        this.backups = backups;
        this.named = Collections.unmodifiableMap(named);
        TreeSet<Integer> others = new TreeSet<>(named.values());
        others.remove(backups);
        List<Integer> all = new ArrayList<>(List.of(backups));
        all.addAll(others);
        this.counts = all.stream().mapToInt(Integer::intValue).toArray();
        Map<String, Integer> ranges = new HashMap<>();
        named.forEach((name, count) -> ranges.put(name, all.indexOf(count)));
        ranges.put(OWN + ANY, all.indexOf(Collections.max(all)));
        this.rangesByName = new MapNames<>(ranges);
    }

    /** The same number of backups for all maps. */
    public static Maps all(int backups) {
        return of(backups, Map.of());
    }

    /**
     * Different numbers of backups.
     *
     * @param backups of maps that are not named, 0 to {@value #MOST_BACKUPS}
     * @param named backups by name, or by pattern: the beginning of names and a {@code *}. A name counts more than a
     *     pattern, and a longer pattern more than a shorter one
     * @throws IllegalArgumentException if a name or a number is none
     */
    public static Maps of(int backups, Map<String, Integer> named) {
        check(backups);
        MapNames.check(named);
        named.values().forEach(Maps::check);
        return new Maps(backups, new TreeMap<>(named));
    }

    private static void check(int count) {
        if (count < 0 || count > MOST_BACKUPS) {
            throw new IllegalArgumentException("backups: 0 to " + MOST_BACKUPS + ", not " + count);
        }
    }

    /** Backups of maps that are not named. */
    public int backups() {
        return backups;
    }

    /** Backups by name or pattern, in the order of names. */
    public Map<String, Integer> named() {
        return named;
    }

    /** Number of ranges, 1 or more. */
    public int ranges() {
        return counts.length;
    }

    /**
     * Wanted replicas of each partition.
     *
     * @param width partitions of a range, 1 or more
     */
    public Copies copies(int width) {
        return Copies.ranges(width, IntStream.of(counts).map(count -> count + 1).toArray());
    }

    /** The range in which a map lies. */
    public int range(Bytes map) {
        return counts.length == 1 ? 0 : rangesByName.find(map, 0);
    }

    /** The number of backups of a map. */
    public int backups(Bytes map) {
        return counts[range(map)];
    }

    /**
     * The partition of a key of a map.
     *
     * @param width partitions of a range, 1 or more
     */
    public int partition(Bytes map, Bytes key, int width) {
        return range(map) * width + key.partition(width);
    }

    /**
     * The difference from the settings of a cluster, in words; empty if there is none.
     *
     * @param cluster the settings of the cluster
     */
    public String difference(Maps cluster) {
        if (backups != cluster.backups) {
            return "backups " + backups + "; this cluster has " + cluster.backups;
        }
        for (Map.Entry<String, Integer> entry : named.entrySet()) {
            Integer there = cluster.named.get(entry.getKey());
            if (!entry.getValue().equals(there)) {
                return "backups " + entry.getValue() + " for map " + entry.getKey() + "; "
                        + (there == null ? "this cluster does not name that map" : "this cluster has " + there);
            }
        }
        for (Map.Entry<String, Integer> entry : cluster.named.entrySet()) {
            if (!named.containsKey(entry.getKey())) {
                return "no backups for map " + entry.getKey() + "; this cluster has " + entry.getValue();
            }
        }
        return "";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Maps maps && backups == maps.backups && named.equals(maps.named);
    }

    @Override
    public int hashCode() {
        return 31 * named.hashCode() + backups;
    }

    @Override
    public String toString() {
        return backups + (named.isEmpty() ? "" : " " + named);
    }
}
