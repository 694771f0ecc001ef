package io.godwit.transport.net;

/**
 * What a connection may take.
 *
 * @param frame bytes of the largest frame after the handshake
 * @param greeting bytes of the largest frame before that
 * @param queue bytes that may wait to be sent
 * @param patience milliseconds until a connection without a handshake is closed
 */
public record Limits(int frame, int greeting, long queue, int patience) {
    /** Room for a key and a value of 16 MiB each, and something around them. */
    public static final Limits DEFAULT = new Limits((32 << 20) + (64 << 10), 1 << 20, 64L << 20, 5_000);

    /** Refuses limits below what the handshake needs. */
    public Limits {
        if (frame < 1_024 || greeting < 1_024 || queue < 1_024 || patience < 1) {
            throw new IllegalArgumentException("limits are too small");
        }
    }
}
