package io.godwit.client.invocation;

import io.godwit.transport.frame.Peer;

/** A host and a port. */
public record Address(String host, int port) {
    private static final int MAX_PORT = 65_535;

    /**
     * Reads an address.
     *
     * @param text {@code host:port}
     * @throws IllegalArgumentException if it is something else
     */
    public static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= MAX_PORT) {
                return new Address(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not host:port: " + text, e);
        }
        throw new IllegalArgumentException("not host:port: " + text);
    }

    /** Where a member listens. */
    static Address of(Peer peer) {
        return new Address(peer.host(), peer.port());
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
