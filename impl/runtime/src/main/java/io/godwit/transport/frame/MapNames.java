package io.godwit.transport.frame;

import io.godwit.protocol.map.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A setting of maps, by their names or by patterns: the beginning of names and a {@code *}. A name counts more than a pattern, and
 * a longer pattern more than a shorter one. Immutable.
 *
 * @param <V> the setting, immutable and never null
 */
public final class MapNames<V> {
    private static final String ANY = "*";

    private final Map<Bytes, V> names = new HashMap<>();
    /** The longest first. */
    private final List<Prefix<V>> prefixes = new ArrayList<>();

    /** The setting of the maps with a prefix. */
    private record Prefix<V>(Bytes beginning, V setting) {
        boolean fits(Bytes map) {
            int length = beginning.length();
            return map.length() >= length && Arrays.equals(map.shared(), 0, length, beginning.shared(), 0, length);
        }
    }

    /** The settings of these names and patterns. */
    public MapNames(Map<String, V> named) {
        named.forEach((name, setting) -> {
            if (name.endsWith(ANY)) {
                prefixes.add(new Prefix<>(bytes(name.substring(0, name.length() - 1)), setting));
            } else {
                names.put(bytes(name), setting);
            }
        });
        prefixes.sort(Comparator.comparingInt((Prefix<V> it) -> it.beginning().length())
                .reversed());
    }

    /** The setting of a map, or the other one if nothing names the map. Takes time for each pattern. */
    public V find(Bytes map, V otherwise) {
        V byName = names.get(map);
        if (byName != null) {
            return byName;
        }
        for (Prefix<V> prefix : prefixes) {
            if (prefix.fits(map)) {
                return prefix.setting();
            }
        }
        return otherwise;
    }

    /** Is no map named? */
    public boolean isEmpty() {
        return names.isEmpty() && prefixes.isEmpty();
    }

    /** The error in a name or pattern; empty if there is none. */
    public static String fault(String name) {
        int star = name.indexOf(ANY);
        if (name.isEmpty() || bytes(name).length() > Maps.LONGEST_NAME) {
            return "the name of a map has 1 to " + Maps.LONGEST_NAME + " bytes: " + name;
        } else if (name.equals(ANY)) {
            return "a pattern begins with something before the *; the backups of all other maps are said by backups";
        } else if (star >= 0 && star < name.length() - 1) {
            return "a pattern has one *, at its end: " + name;
        } else if (name.startsWith(Maps.OWN)) {
            return "maps whose names begin with " + Maps.OWN + " are the members' own: " + name;
        }
        return "";
    }

    /**
     * Refuses names and patterns that are none, and too many of them.
     *
     * @throws IllegalArgumentException if there is something to refuse
     */
    public static void check(Map<String, ?> named) {
        named.keySet().forEach(name -> {
            String fault = fault(name);
            if (!fault.isEmpty()) {
                throw new IllegalArgumentException(fault);
            }
        });
        if (named.size() > Maps.MOST_NAMES) {
            throw new IllegalArgumentException(
                    "at most " + Maps.MOST_NAMES + " maps can be named, not " + named.size());
        }
    }

    private static Bytes bytes(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }
}
