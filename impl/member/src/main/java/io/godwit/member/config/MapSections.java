package io.godwit.member.config;

import static io.godwit.member.config.ConfigFile.LONGEST_TIME;

import io.godwit.member.runtime.MapSettings;
import io.godwit.member.runtime.MapSettings.EvictionPolicy;
import io.godwit.member.runtime.MapSettings.SizeLimit;
import io.godwit.member.runtime.OnLoss;
import io.godwit.transport.frame.MapNames;
import io.godwit.transport.frame.Maps;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;

/** The section {@code maps} of a configuration file: names of maps, or beginnings of names, each with its settings. */
final class MapSections {
    private static final Set<String> KEYS =
            Set.of("backups", "on-loss", "time-to-live", "max-idle", "max-entries", "max-bytes", "evict");
    private static final String NONE = "none";

    private final ConfigFile file;
    /** The settings by name, in the order of the file. */
    private final Map<String, Map<String, Node>> named = new LinkedHashMap<>();

    /**
     * Reads the names, and the keys below each.
     *
     * @param maps the value of {@code maps}, or null
     */
    MapSections(ConfigFile file, Node maps) throws ConfigException {
        this.file = file;
        if (maps == null) {
            return;
        }
        if (!(maps instanceof MappingNode mapping)) {
            throw file.wrong(
                    maps, "maps has names of maps, or beginnings of names and a *, and below each its settings");
        }
        for (NodeTuple tuple : mapping.getValue()) {
            Node at = tuple.getKeyNode();
            String name = file.text(at);
            String fault = MapNames.fault(name);
            if (!fault.isEmpty()) {
                throw file.wrong(at, fault);
            }
            Map<String, Node> keys = file.mapping(tuple.getValueNode(), KEYS);
            if (keys.isEmpty()) {
                throw file.wrong(at, "map " + name + " needs a setting: " + ConfigFile.sorted(KEYS));
            }
            if (named.put(name, keys) != null) {
                throw file.wrong(at, "map " + name + " is there twice");
            }
            if (named.size() > Maps.MOST_NAMES) {
                throw file.wrong(at, "at most " + Maps.MOST_NAMES + " maps can be named");
            }
        }
    }

    /** The numbers of backups, by name. */
    Map<String, Integer> backups() throws ConfigException {
        return ints(numbers("backups", 0, Maps.MOST_BACKUPS));
    }

    /** Lifetimes, idle times and limits. */
    MapSettings settings() throws ConfigException {
        for (Map.Entry<String, Map<String, Node>> map : named.entrySet()) {
            Map<String, Node> keys = map.getValue();
            if (keys.containsKey("evict") && !isSet(keys, "max-entries") && !isSet(keys, "max-bytes")) {
                throw file.wrong(
                        keys.get("evict"),
                        "evict is for maps with a limit: map " + map.getKey() + " needs max-entries or max-bytes");
            }
        }
        return new MapSettings(
                ints(numbers("time-to-live", 1, LONGEST_TIME)),
                ints(numbers("max-idle", 1, LONGEST_TIME)),
                limits("max-entries", Integer.MAX_VALUE),
                limits("max-bytes", Long.MAX_VALUE));
    }

    private boolean isSet(Map<String, Node> keys, String key) throws ConfigException {
        return keys.containsKey(key) && !file.text(keys.get(key)).equals(NONE);
    }

    private static Map<String, Integer> ints(Map<String, Long> numbers) {
        Map<String, Integer> ints = new LinkedHashMap<>();
        numbers.forEach((name, number) -> ints.put(name, Math.toIntExact(number)));
        return ints;
    }

    /** The numbers of the maps that have a key; 0 for {@code none}, if it is not a number that may be set. */
    private Map<String, Long> numbers(String key, long least, long most) throws ConfigException {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (Map.Entry<String, Map<String, Node>> map : named.entrySet()) {
            if (map.getValue().containsKey(key)) {
                Node node = map.getValue().get(key);
                String allowed = least + " to " + most + (least > 0 ? ", or " + NONE : "");
                boolean none = least > 0 && file.text(node).equals(NONE);
                numbers.put(map.getKey(), none ? 0L : file.number(node, key, least, most, allowed));
            }
        }
        return numbers;
    }

    private Map<String, SizeLimit> limits(String key, long most) throws ConfigException {
        Map<String, SizeLimit> limits = new LinkedHashMap<>();
        for (Map.Entry<String, Long> limit : numbers(key, 1, most).entrySet()) {
            Map<String, Node> keys = named.get(limit.getKey());
            EvictionPolicy evict = file.choice(keys, "evict", EvictionPolicy.values(), EvictionPolicy.NONE);
            limits.put(limit.getKey(), limit.getValue() == 0 ? SizeLimit.NONE : new SizeLimit(limit.getValue(), evict));
        }
        return limits;
    }

    /**
     * Reads what the master does about lost partitions. Maps without backups share their partitions, so all of them need the same.
     *
     * @param keys those of the whole file
     * @param maps the backups of all maps
     */
    OnLoss onLoss(Map<String, Node> keys, Maps maps) throws ConfigException {
        Map<String, OnLoss.Action> actions = new LinkedHashMap<>();
        onLoss("maps that are not named", maps.backups(), keys, actions);
        for (Map.Entry<String, Map<String, Node>> map : named.entrySet()) {
            String name = "map " + map.getKey();
            Map<String, Node> own = map.getValue();
            if (own.containsKey("backups")) {
                onLoss(name, maps.named().get(map.getKey()), own, actions);
            } else if (own.containsKey("on-loss")) {
                throw file.wrong(
                        own.get("on-loss"), "on-loss is for maps with 0 backups: " + name + " needs backups: 0");
            }
        }
        boolean empty = actions.containsValue(OnLoss.Action.EMPTY);
        if (keys.containsKey("on-loss-delay") && !empty) {
            throw file.wrong(
                    keys.get("on-loss-delay"), "on-loss-delay is for maps with on-loss: empty, and there are none");
        }
        int usual = keys.containsKey("data-dir") ? OnLoss.DURABLE_DELAY : 0;
        int delay = file.number(keys, "on-loss-delay", usual, 0, LONGEST_TIME);
        return empty ? new OnLoss(OnLoss.Action.EMPTY, delay) : OnLoss.WAIT;
    }

    /**
     * Reads what some maps say.
     *
     * @param keys with {@code backups}, if there are none
     * @param actions of the maps without backups; takes those of these maps, too
     */
    private void onLoss(String which, int backups, Map<String, Node> keys, Map<String, OnLoss.Action> actions)
            throws ConfigException {
        OnLoss.Action action = file.choice(keys, "on-loss", OnLoss.Action.values(), OnLoss.Action.WAIT);
        if (backups > 0 && action == OnLoss.Action.EMPTY) {
            throw file.wrong(
                    keys.get("on-loss"),
                    "on-loss: empty is for maps with 0 backups; the number of " + which + " is " + backups);
        } else if (backups == 0) {
            for (Map.Entry<String, OnLoss.Action> other : actions.entrySet()) {
                if (other.getValue() != action) {
                    throw file.wrong(
                            keys.getOrDefault("on-loss", keys.get("backups")),
                            "on-loss is " + other.getValue() + " for " + other.getKey() + " and " + action + " for "
                                    + which + "; maps with 0 backups share their partitions and need the same");
                }
            }
            actions.put(which, action);
        }
    }
}
