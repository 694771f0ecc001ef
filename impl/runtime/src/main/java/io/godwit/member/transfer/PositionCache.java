package io.godwit.member.transfer;

import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.LogPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Remembers the {@link Positions} of each partition's log, so that only new entries have to be read: when a hundred
 * migrations start at the same time, a hundred logs are offered, and calls wait meanwhile. Belongs to the engine's executor.
 */
final class PositionCache {
    private final Map<Integer, Known> known = new HashMap<>();

    /** What was read of a log: its first and last entry, the version of the last one, and the positions up to there. */
    private record Known(int first, int length, Version epoch, List<LogPosition> positions) {
        boolean isOf(Log log) {
            return first == log.firstKept() && length == log.length() && epoch.equals(log.lastEpoch());
        }

        /** The entries from the last one that was read; none if the log does not have that entry, or has more before it. */
        List<LogEntry> rest(Log log) {
            if (log.firstKept() < first || length < log.firstKept() || length > log.length()) {
                return List.of();
            }
            List<LogEntry> rest = log.entries(length, log.length());
            return rest.get(0).epoch().equals(epoch) ? rest : List.of();
        }
    }

    /** The same as {@link Positions#of}, for a log of that partition. */
    List<LogPosition> of(int partition, Log log) {
        if (log.isEmpty()) {
            known.remove(partition);
            return List.of();
        }
        Known cached = known.get(partition);
        if (cached == null || !cached.isOf(log)) {
            cached = new Known(log.firstKept(), log.length(), log.lastEpoch(), read(cached, log));
            known.put(partition, cached);
        }
        return cached.positions();
    }

    private static List<LogPosition> read(Known before, Log log) {
        List<LogEntry> rest = before == null ? List.of() : before.rest(log);
        return rest.isEmpty() ? Positions.of(log) : Positions.of(before.positions(), rest, log);
    }
}
