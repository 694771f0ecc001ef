package io.godwit.protocol.quorum.data.log;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.table.Version;
import java.util.Objects;

/**
 * A write in a partition's log; {@code entry} in {@code spec/quorum/DataState.tla}, which has a number in place of client,
 * call and operation.
 *
 * @param epoch the version under which a primary took the write
 * @param client who called
 * @param call the client's number for the call; client and call name the write
 * @param operation what was asked for, not a read
 * @param withoutEffect in a log, whether the write has left its map as it was, for example because its condition did not hold; that
 *     follows from the entries before, so it does not count for equality
 */
public record LogEntry(Version epoch, long client, long call, Operation operation, boolean withoutEffect) {
    /** Estimated size in memory of the objects of an entry, without the bytes of names, keys and values. */
    private static final long OBJECT_BYTES = 256;

    /** Of a write whose effect is not known. */
    public LogEntry(Version epoch, long client, long call, Operation operation) {
        this(epoch, client, call, operation, false);
    }

    /** Refuses reads and missing parts. */
    public LogEntry {
        Objects.requireNonNull(epoch, "epoch");
        if (operation.readOnly()) {
            throw new IllegalArgumentException("not a write: " + operation);
        }
    }

    /** The same, of a write without effect. */
    LogEntry asWithoutEffect() {
        return withoutEffect ? this : new LogEntry(epoch, client, call, operation, true);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LogEntry that
                && client == that.client
                && call == that.call
                && epoch.equals(that.epoch)
                && operation.equals(that.operation);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * epoch.hashCode() + Long.hashCode(client)) + Long.hashCode(call);
    }

    @Override
    public String toString() {
        return "LogEntry[epoch=" + epoch + ", client=" + client + ", call=" + call + ", operation=" + operation + "]";
    }

    /** Estimated size in memory in bytes. */
    public long bytes() {
        return OBJECT_BYTES + operation.bytes();
    }
}
