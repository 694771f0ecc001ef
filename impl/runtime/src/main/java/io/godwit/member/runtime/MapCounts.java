package io.godwit.member.runtime;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.MapNames;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what the settings of maps and full members have done to entries and writes. There is a count for each name and pattern that
 * has a setting, and one for all other maps. Any thread may call.
 */
public final class MapCounts {
    /** Nothing has happened, and no map has a setting. */
    public static final MapCounts NONE = new MapCounts(MapSettings.NONE);

    /** Stands for all maps without a setting. */
    private static final String OTHERS = "*";

    private final MapNames<String> names;
    private final Map<String, Map<MapEvent, LongAdder>> counts = new HashMap<>();

    /** What is counted. */
    enum MapEvent {
        /** An entry was removed because its lifetime was over. */
        EXPIRED,
        /** An entry was removed because nobody had used it. */
        IDLE,
        /** An entry was removed to make room. */
        EVICTED,
        /** A write was refused because the map has as many entries as it may have. */
        MAX_ENTRIES,
        /** A write was refused because the map has as many bytes as it may have. */
        MAX_BYTES,
        /** A write was refused because the heap of a member is nearly full. */
        HEAP,
        /** A write was refused because the disk of a member is nearly full. */
        DISK;

        /** Is it an entry that was removed? Otherwise it is a write that was refused. */
        boolean isRemoval() {
            return this == EXPIRED || this == IDLE || this == EVICTED;
        }
    }

    /** Nothing has happened yet. */
    MapCounts(MapSettings settings) {
        Map<String, String> own = new HashMap<>();
        settings.names().forEach(name -> own.put(name, name));
        this.names = new MapNames<>(own);
        own.put(OTHERS, OTHERS);
        own.keySet().forEach(name -> {
            Map<MapEvent, LongAdder> events = new EnumMap<>(MapEvent.class);
            List.of(MapEvent.values()).forEach(event -> events.put(event, new LongAdder()));
            counts.put(name, events);
        });
    }

    /** Counts one. */
    void count(Bytes map, MapEvent event) {
        counts.get(names.find(map, OTHERS)).get(event).increment();
    }

    /**
     * Entries that the member has removed as primary since it started: by name or pattern of their maps in its settings, {@code *}
     * for all others, and by reason, {@code expired}, {@code idle} or {@code evicted}. A removal without effect, such as one that
     * was lost with its primary, counts, too.
     */
    public Map<String, Map<String, Long>> removed() {
        return now(true);
    }

    /**
     * Writes that the member has refused for want of room, by the same, and by reason: {@code max-entries}, {@code max-bytes},
     * {@code heap} or {@code disk}. A call that is repeated counts each time.
     */
    public Map<String, Map<String, Long>> refused() {
        return now(false);
    }

    private Map<String, Map<String, Long>> now(boolean removals) {
        Map<String, Map<String, Long>> now = new TreeMap<>();
        counts.forEach((name, events) -> {
            Map<String, Long> reasons = new TreeMap<>();
            events.forEach((event, count) -> {
                if (event.isRemoval() == removals) {
                    reasons.put(EnumNames.text(event), count.sum());
                }
            });
            now.put(name, reasons);
        });
        return now;
    }
}
