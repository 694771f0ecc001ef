package io.godwit.client.invocation;

import io.godwit.client.invocation.Connector.Channel;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Welcome;

/** The connection with the member at one address, while there is one. */
final class MemberConnection {
    private static final long GONE_NANOS = 100_000_000;

    private final Address address;
    private Channel channel;
    private boolean connecting;
    /** When the last connection, or attempt to get one, was over. */
    private long closedAt;

    private boolean failed;
    private boolean takesBatches;

    MemberConnection(Address address) {
        this.address = address;
    }

    Address address() {
        return address;
    }

    boolean isOpen() {
        return channel != null && channel.isOpen();
    }

    boolean isConnecting() {
        return connecting;
    }

    void connecting() {
        connecting = true;
    }

    void opened(Channel opened, Welcome welcome) {
        takesBatches = welcome.has(Welcome.CALL_BATCHES);
        connecting = false;
        failed = false;
        channel = opened;
    }

    /** An attempt to get a connection has failed. */
    void notOpened(long now) {
        connecting = false;
        lost(now);
    }

    /** The connection is closed. If that was noticed before this call, the next attempt may have begun. */
    void lost(long now) {
        channel = null;
        failed = true;
        closedAt = now;
    }

    /** Whether it was closed a moment ago, and has not been opened since then. */
    boolean isGone(long now) {
        return failed && now - closedAt < GONE_NANOS;
    }

    /** Whether the member takes a {@link Frame.CallBatch}; said if it is open. */
    boolean takesBatches() {
        return takesBatches;
    }

    /** Whether this is the channel in use, and not one that was given up. */
    boolean uses(Channel other) {
        return other != null && other.equals(channel);
    }

    boolean send(Frame frame) {
        return isOpen() && channel.send(frame);
    }

    void close() {
        if (channel != null) {
            channel.close();
        }
    }
}
