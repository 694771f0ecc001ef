package io.godwit.modelcheck.run;

/**
 * How to run TLC on several machines, or on several processes of this one.
 *
 * @param workers local worker processes
 * @param host name or address under which workers reach the server
 * @param port port of the server; 0 for a free one
 */
public record DistributedSettings(int workers, String host, int port) {
    /** Whether only workers on this machine can join. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }
}
