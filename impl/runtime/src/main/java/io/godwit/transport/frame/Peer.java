package io.godwit.transport.frame;

import io.godwit.protocol.map.Bytes;

/**
 * A process at an address.
 *
 * @param number the member's number, 0 as long as it has none
 * @param incarnation 16 random bytes, drawn when the process was started without stored data; empty for a client
 * @param host the address at which it can be reached; empty for a client
 * @param port the port at which it can be reached, 0 for a client
 */
public record Peer(int number, Bytes incarnation, String host, int port) {
    /** Nobody in particular. */
    public static final Peer NOBODY = new Peer(0, Bytes.EMPTY, "", 0);

    /** {@code host:port} */
    public String address() {
        return host + ":" + port;
    }

    /** The same process with a number. */
    public Peer withNumber(int newNumber) {
        return new Peer(newNumber, incarnation, host, port);
    }

    @Override
    public String toString() {
        return number + "@" + address();
    }
}
