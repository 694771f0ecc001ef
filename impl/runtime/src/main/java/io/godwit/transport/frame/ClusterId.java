package io.godwit.transport.frame;

import io.godwit.protocol.map.Bytes;
import java.nio.ByteBuffer;

/**
 * The 16 bytes that tell clusters of the same name apart. They are drawn at random when a cluster is founded. A recovery keeps the
 * first eight, adds 1 to the number in the next four, and draws the last four again: so everybody can tell which of two clusters
 * has come of the other one by recoveries.
 */
public final class ClusterId {
    private static final int FOUNDING = Long.BYTES;

    private ClusterId() {}

    /**
     * The identity of a recovered cluster.
     *
     * @param before identity of the cluster before
     * @param random any number
     */
    public static Bytes recovered(Bytes before, int random) {
        ByteBuffer old = ByteBuffer.wrap(before.shared());
        return Bytes.owning(ByteBuffer.allocate(before.length())
                .putLong(old.getLong(0))
                .putInt(old.getInt(FOUNDING) + 1)
                .putInt(random)
                .array());
    }

    /** Whether the first of two clusters has come of the second one by recoveries. */
    public static boolean isRecoveryOf(Bytes later, Bytes before) {
        if (later.length() != before.length() || later.length() < FOUNDING + Integer.BYTES) {
            return false;
        }
        ByteBuffer one = ByteBuffer.wrap(later.shared());
        ByteBuffer other = ByteBuffer.wrap(before.shared());
        return one.getLong(0) == other.getLong(0) && one.getInt(FOUNDING) - other.getInt(FOUNDING) > 0;
    }
}
