package io.godwit.transport.frame;

import io.godwit.protocol.quorum.table.Version;

/**
 * An entry of a log behind which another version begins, or nothing. Two logs that have the same mark, or one of which goes on under
 * the mark's version, are the same up to there.
 *
 * @param length position of the entry, 1 or more
 * @param epoch version under which it was taken
 */
public record LogPosition(int length, Version epoch) {
    /** Refuses positions that no entry has. */
    public LogPosition {
        if (length < 1) {
            throw new IllegalArgumentException("an entry at position " + length);
        }
    }
}
