package io.godwit.member.config;

/** How an address of a member is written: {@code host:port}. */
public final class Addresses {
    /** What a host looks like: a name or an IPv4 address, as a regular expression. */
    public static final String HOST = "[^:,/\\s]+";

    /** The highest port. */
    public static final int LAST_PORT = 65_535;

    private static final String SHAPE = HOST + ":[0-9]{1,5}";

    private Addresses() {}

    /** What is wrong with an address; empty if nothing is. */
    public static String fault(String address) {
        if (!address.matches(SHAPE)) {
            return "not host:port: " + (address.isEmpty() ? "''" : address);
        }
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        return port < 1 || port > LAST_PORT ? "not a port from 1 to " + LAST_PORT + ": " + address : "";
    }
}
