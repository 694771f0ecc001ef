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
 */
public record LogEntry(Version epoch, long client, long call, Operation operation) {
    /** Estimated size in memory of the objects of an entry, without the bytes of names, keys and values. */
    private static final long OBJECT_BYTES = 256;

    /** Refuses reads and missing parts. */
    public LogEntry {
        Objects.requireNonNull(epoch, "epoch");
        if (operation.readOnly()) {
            throw new IllegalArgumentException("not a write: " + operation);
        }
    }

    /** Estimated size in memory in bytes. */
    long bytes() {
        return OBJECT_BYTES + operation.bytes();
    }
}
