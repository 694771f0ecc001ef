package io.godwit.member.runtime;

import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;

/**
 * Decides which logs are small enough to be sent with other messages, instead of as a snapshot. A member that is in sync has most
 * of the log already, so that a snapshot transfer sends less.
 */
final class SmallLogs {
    private static final int MAX_ENTRIES = 64;
    private static final long MAX_BYTES = 64 << 10;
    /** Estimated overhead of an entry in bytes. */
    private static final long ENTRY_BYTES = 64;

    private SmallLogs() {}

    /** Size of a log in a batch of messages to a member, in bytes; -1 if it is to be sent as a snapshot. */
    static long bytes(int to, Sync sync) {
        Log log = sync.log();
        if (log.isEmpty()) {
            return 0;
        }
        Configuration c = sync.view().configuration();
        if (c.isInSync(to) || log.firstKept() > 1 || log.length() > MAX_ENTRIES) {
            return -1;
        }
        long bytes = 0;
        for (LogEntry entry : log.entries(1, log.length())) {
            bytes += bytes(entry);
        }
        return bytes <= MAX_BYTES ? bytes : -1;
    }

    /** Approximate size of an entry in bytes. */
    static long bytes(LogEntry entry) {
        return ENTRY_BYTES + entry.operation().bytes();
    }
}
