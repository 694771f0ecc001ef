package io.godwit.transport.frame;

import io.godwit.protocol.map.Bytes;

/**
 * A process at an address.
 *
 * @param number the member's number, 0 as long as it has none
 * @param incarnation 16 random bytes, drawn when the process was started without stored data; empty for a client
 * @param host the address at which it can be reached; empty for a client
 * @param port the port at which it can be reached, 0 for a client
 * @param zone what it fails together with, empty if it fails alone or is a client
 */
public record Peer(int number, Bytes incarnation, String host, int port, String zone) {
    /** Nobody in particular. */
    public static final Peer NOBODY = new Peer(0, Bytes.EMPTY, "", 0);

    /** Without a zone. */
    public Peer(int number, Bytes incarnation, String host, int port) {
        this(number, incarnation, host, port, "");
    }

    /** {@code host:port} */
    public String address() {
        return host + ":" + port;
    }

    /** The same process with a number. */
    public Peer withNumber(int newNumber) {
        return new Peer(newNumber, incarnation, host, port, zone);
    }

    /** The same process in a zone. */
    public Peer withZone(String newZone) {
        return new Peer(number, incarnation, host, port, newZone);
    }

    @Override
    public String toString() {
        return number + "@" + address();
    }
}
