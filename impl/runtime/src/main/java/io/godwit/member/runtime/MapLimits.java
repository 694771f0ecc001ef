package io.godwit.member.runtime;

import io.godwit.member.runtime.MapCounts.MapEvent;
import io.godwit.member.runtime.MapSettings.EvictionPolicy;
import io.godwit.member.runtime.MapSettings.SizeLimit;
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
 * share of it: the limit divided by the number of partitions of the map, at least 1. A write that adds to a partition with its share is
 * refused, or follows the removal of other entries. Immutable.
 */
final class MapLimits {
    /** Number of entries that are removed for one that comes, at most. */
    private static final int ENTRIES_REMOVED = 2;
    /** Number of entries that are removed for the bytes that a write adds, at most. */
    static final int REMOVALS = 16;

    /** How many entries are picked, of which one is removed. */
    private static final int PICKED = 8;

    private final MapNames<SizeLimit> entries;
    private final MapNames<SizeLimit> bytes;

    /**
     * A write that is not taken.
     *
     * @param event what is counted
     * @param why the reason
     */
    record Refusal(MapEvent event, String why) {}

    /** The limits of these settings. */
    MapLimits(MapSettings settings) {
        this.entries = new MapNames<>(settings.entries());
        this.bytes = new MapNames<>(settings.bytes());
    }

    /**
     * Why a write is not taken; empty if it may be.
     *
     * @param log that of the write's partition, at its primary
     * @param width partitions of the map
     */
    Optional<Refusal> refusal(OnMap write, Log log, int partition, int width) {
        Bytes map = write.map();
        SizeLimit count = limit(entries, map);
        SizeLimit size = limit(bytes, map);
        NamedMaps content = log.content().maps();
        String where = "partition " + partition + " of the map has ";
        if (count.evict() == EvictionPolicy.NONE && isOneTooMany(write, count, content, width)) {
            return Optional.of(new Refusal(
                    MapEvent.MAX_ENTRIES,
                    where + content.size(map) + " entries; its share of max-entries is " + share(count, width)));
        } else if (!isTooLarge(write, size, content, width)) {
            return Optional.empty();
        }
        NamedMaps after = after(write, content);
        long entry =
                write.keyBytes().length() + after.cell(map, write.keyBytes()).bytes();
        if (entry > share(size, width)) {
            return Optional.of(new Refusal(
                    MapEvent.MAX_BYTES,
                    "the key and its value would have " + entry + " bytes; the share of max-bytes of a partition is "
                            + share(size, width)));
        }
        return size.evict() != EvictionPolicy.NONE
                ? Optional.empty()
                : Optional.of(new Refusal(
                        MapEvent.MAX_BYTES,
                        where + content.bytes(map) + " bytes, and would have " + after.bytes(map)
                                + "; its share of max-bytes is " + share(size, width)));
    }

    /**
     * The removal of an entry that has to come before a write, because the partition would have too many entries or bytes otherwise;
     * empty if none has to, or none can be removed. The parameters are those of {@link #refusal}.
     *
     * @param removed number of entries that were removed for the write already
     */
    Optional<OnMap> removal(OnMap write, Log log, int width, int removed) {
        SizeLimit count = limit(entries, write.map());
        SizeLimit size = limit(bytes, write.map());
        NamedMaps content = log.content().maps();
        boolean entry = removed < ENTRIES_REMOVED
                && count.evict() == EvictionPolicy.RANDOM
                && isOneTooMany(write, count, content, width);
        boolean space = size.evict() == EvictionPolicy.RANDOM && isTooLarge(write, size, content, width);
        return entry || space
                ? victim(write, log).map(key -> new OnMap(Verb.REMOVE, write.map(), key, Bytes.EMPTY, Bytes.EMPTY))
                : Optional.empty();
    }

    private static SizeLimit limit(MapNames<SizeLimit> limits, Bytes map) {
        return limits.isEmpty() ? SizeLimit.NONE : limits.find(map, SizeLimit.NONE);
    }

    private static boolean isOneTooMany(OnMap write, SizeLimit limit, NamedMaps content, int width) {
        return limit.most() > 0
                && content.size(write.map()) >= share(limit, width)
                && adds(write.verb())
                && content.cell(write.map(), write.keyBytes()) == null;
    }

    /** Whether a write makes a partition larger than its share. If it is larger already, a write that does not add to that is taken. */
    private static boolean isTooLarge(OnMap write, SizeLimit limit, NamedMaps content, int width) {
        Bytes map = write.map();
        if (limit.most() == 0 || (!adds(write.verb()) && write.verb() != Verb.REPLACE)) {
            return false;
        }
        long before = content.bytes(map);
        long share = share(limit, width);
        return before + write.keyBytes().length() + write.value().length() > share
                && after(write, content).bytes(map) > Math.max(before, share);
    }

    private static NamedMaps after(OnMap write, NamedMaps content) {
        return content.apply(write.inLog(0)).maps();
    }

    private static long share(SizeLimit limit, int width) {
        return Math.max(1, limit.most() / width);
    }

    private static boolean adds(Verb verb) {
        return switch (verb) {
            case PUT, PUT_FOR, PUT_IF_ABSENT, PUT_IF_ABSENT_FOR, INCREMENT, APPEND, ADD -> true;
            default -> false;
        };
    }

    /** Of some entries that the length of the log picks, the one that is due first; not that which is written. */
    private static Optional<Bytes> victim(OnMap write, Log log) {
        BytesMap.Entry<Cell> first = null;
        NamedMaps content = log.content().maps();
        for (int i = 0; i < PICKED && content.size(write.map()) > 0; i++) {
            BytesMap.Entry<Cell> picked = content.pick(write.map(), (long) PICKED * log.length() + i);
            boolean other = !picked.key().equals(write.keyBytes());
            first = other
                            && (first == null
                                    || picked.value().due() < first.value().due())
                    ? picked
                    : first;
        }
        return Optional.ofNullable(first).map(BytesMap.Entry::key);
    }
}
