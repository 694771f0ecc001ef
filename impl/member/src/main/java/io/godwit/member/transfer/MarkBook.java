package io.godwit.member.transfer;

import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Mark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Remembers the {@link Marks} of each partition's log, so that only what is new in it is looked through: when a hundred migrations
 * start at once, a hundred logs are offered at once, and calls wait meanwhile. Belongs to the loop.
 */
final class MarkBook {
    private final Map<Integer, Page> pages = new HashMap<>();

    /** What was read of a log: from which entry to which, the version of the last one, and the marks up to there. */
    private record Page(int first, int length, Version epoch, List<Mark> marks) {
        boolean isOf(Log log) {
            return first == log.firstKept() && length == log.length() && epoch.equals(log.lastEpoch());
        }

        /** The entries from the last one that was read on; nothing if the log does not have that one, or has more before it. */
        List<LogEntry> rest(Log log) {
            if (log.firstKept() < first || length < log.firstKept() || length > log.length()) {
                return List.of();
            }
            List<LogEntry> rest = log.entries(length, log.length());
            return rest.get(0).epoch().equals(epoch) ? rest : List.of();
        }
    }

    /** The same as {@link Marks#of}, for a log of that partition. */
    List<Mark> of(int partition, Log log) {
        if (log.isEmpty()) {
            pages.remove(partition);
            return List.of();
        }
        Page page = pages.get(partition);
        if (page == null || !page.isOf(log)) {
            page = new Page(log.firstKept(), log.length(), log.lastEpoch(), read(page, log));
            pages.put(partition, page);
        }
        return page.marks();
    }

    private static List<Mark> read(Page before, Log log) {
        List<LogEntry> rest = before == null ? List.of() : before.rest(log);
        return rest.isEmpty() ? Marks.of(log) : Marks.of(before.marks(), rest, log);
    }
}
