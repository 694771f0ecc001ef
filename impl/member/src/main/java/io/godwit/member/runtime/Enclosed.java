package io.godwit.member.runtime;

import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;

/**
 * Which logs are so small that they go into a letter, instead of being offered and sent in parts. Nothing is saved if the
 * receiver has the log already, which is so for whoever is in sync.
 */
final class Enclosed {
    private static final int ENTRIES = 64;
    private static final long MOST = 64 << 10;
    private static final long ENTRY = 64;

    private Enclosed() {}

    /** How many bytes a log takes in a letter to a member; -1 if it does not belong there. */
    static long bytes(int to, Sync sync) {
        Log log = sync.log();
        if (log.isEmpty()) {
            return 0;
        }
        Configuration c = sync.view().configuration();
        if (c.isInSync(to) || log.firstKept() > 1 || log.length() > ENTRIES) {
            return -1;
        }
        long bytes = 0;
        for (LogEntry entry : log.entries(1, log.length())) {
            bytes += bytes(entry);
        }
        return bytes <= MOST ? bytes : -1;
    }

    /** How many bytes an entry takes, about. */
    static long bytes(LogEntry entry) {
        return entry.operation() instanceof OnMap it
                ? ENTRY
                        + it.map().length()
                        + it.entry().length()
                        + it.value().length()
                        + it.expected().length()
                : ENTRY;
    }
}
