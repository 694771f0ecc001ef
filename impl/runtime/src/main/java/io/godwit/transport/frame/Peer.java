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
 * @param run the process of a durable member, as far as it is known
 */
public record Peer(int number, Bytes incarnation, String host, int port, String zone, Run run) {
    /** Nobody in particular. */
    public static final Peer NOBODY = new Peer(0, Bytes.EMPTY, "", 0);

    /** Without a zone. */
    public Peer(int number, Bytes incarnation, String host, int port) {
        this(number, incarnation, host, port, "");
    }

    /** Without a run. */
    public Peer(int number, Bytes incarnation, String host, int port, String zone) {
        this(number, incarnation, host, port, zone, Run.NONE);
    }

    /** {@code host:port} */
    public String address() {
        return host + ":" + port;
    }

    /** The same process with a number. */
    public Peer withNumber(int newNumber) {
        return new Peer(newNumber, incarnation, host, port, zone, run);
    }

    /** The same process in a zone. */
    public Peer withZone(String newZone) {
        return new Peer(number, incarnation, host, port, newZone, run);
    }

    /** The same member as another process of it. */
    public Peer withRun(Run newRun) {
        return new Peer(number, incarnation, host, port, zone, newRun);
    }

    /** The same member at another address. */
    public Peer at(String newHost, int newPort) {
        return new Peer(number, incarnation, newHost, newPort, zone, run);
    }

    /** Whether both are the same member at the same address. */
    public boolean isAt(Peer other) {
        return number == other.number
                && incarnation.equals(other.incarnation)
                && address().equals(other.address());
    }

    @Override
    public String toString() {
        return number + "@" + address();
    }
}
