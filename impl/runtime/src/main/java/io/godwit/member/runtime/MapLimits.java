package io.godwit.member.runtime;

import io.godwit.member.runtime.MapSettings.EntryLimit;
import io.godwit.member.runtime.MapSettings.EvictionPolicy;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.NamedMaps;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.transport.frame.MapNames;
import java.util.Optional;

/**
 * Keeps maps within their limits. The primary of a partition counts what its log comes to; a partition of a map with a limit has its
 * share of it: the limit divided by the number of partitions of the map, at least 1. A write that adds an entry to a partition with
 * its share is refused, or follows the removal of another entry. Immutable.
 */
final class MapLimits {
    /** How many entries are picked, of which one is removed. */
    private static final int PICKED = 8;

    private final MapNames<EntryLimit> limits;

    /** The limits of these settings. */
    MapLimits(MapSettings settings) {
        this.limits = new MapNames<>(settings.limits());
    }

    /**
     * Why a write is not taken; empty if it may be.
     *
     * @param log that of the write's partition, at its primary
     * @param width partitions of the map
     */
    Optional<String> refusal(OnMap write, Log log, int partition, int width) {
        EntryLimit limit = limit(write.map());
        NamedMaps content = log.content().maps();
        return limit.evict() == EvictionPolicy.NONE && isOneTooMany(write, limit, content, width)
                ? Optional.of("partition " + partition + " of the map has " + content.size(write.map())
                        + " entries; its share of max-entries is " + share(limit, width))
                : Optional.empty();
    }

    /**
     * The removal of an entry without which a write would be one too many; empty if there is none. The parameters are those of
     * {@link #refusal}.
     */
    Optional<OnMap> removal(OnMap write, Log log, int width) {
        EntryLimit limit = limit(write.map());
        return limit.evict() == EvictionPolicy.RANDOM
                        && isOneTooMany(write, limit, log.content().maps(), width)
                ? Optional.of(new OnMap(Verb.REMOVE, write.map(), victim(write.map(), log), Bytes.EMPTY, Bytes.EMPTY))
                : Optional.empty();
    }

    private EntryLimit limit(Bytes map) {
        return limits.isEmpty() ? EntryLimit.NONE : limits.find(map, EntryLimit.NONE);
    }

    private static boolean isOneTooMany(OnMap write, EntryLimit limit, NamedMaps content, int width) {
        return limit.maxEntries() > 0
                && content.size(write.map()) >= share(limit, width)
                && adds(write.verb())
                && content.cell(write.map(), write.keyBytes()) == null;
    }

    private static int share(EntryLimit limit, int width) {
        return Math.max(1, limit.maxEntries() / width);
    }

    private static boolean adds(Verb verb) {
        return switch (verb) {
            case PUT, PUT_FOR, PUT_IF_ABSENT, PUT_IF_ABSENT_FOR, INCREMENT, APPEND, ADD -> true;
            default -> false;
        };
    }

    /** Of some entries that the length of the log picks, the one that is due first. */
    private static Bytes victim(Bytes map, Log log) {
        BytesMap.Entry<Cell> first = null;
        for (int i = 0; i < PICKED; i++) {
            BytesMap.Entry<Cell> picked = log.content().maps().pick(map, (long) PICKED * log.length() + i);
            first = first == null || picked.value().due() < first.value().due() ? picked : first;
        }
        return first.key();
    }
}
