package io.godwit.transport.connection;

/**
 * Limits of a connection.
 *
 * @param frame bytes of the largest frame after the handshake
 * @param greeting bytes of the largest frame before that
 * @param queue bytes that may wait to be sent
 * @param patience milliseconds until a connection without a handshake is closed
 */
public record Limits(int frame, int greeting, long queue, int patience) {
    /** Room for a key, a value and an expected value of 16 MiB each, and what a batch adds to them. */
    public static final Limits DEFAULT = new Limits((48 << 20) + (1 << 20), 1 << 20, 128L << 20, 5_000);

    /** The same with another limit of what may wait. */
    public Limits withQueue(long bytes) {
        return new Limits(frame, greeting, bytes, patience);
    }

    /** Refuses limits below what the handshake needs. */
    public Limits {
        if (frame < 1_024 || greeting < 1_024 || queue < 1_024 || patience < 1) {
            throw new IllegalArgumentException("limits are too small");
        }
    }
}
