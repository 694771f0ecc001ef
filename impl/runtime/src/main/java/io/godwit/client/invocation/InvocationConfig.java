package io.godwit.client.invocation;

import java.util.List;

/**
 * Configuration of an {@link InvocationService}.
 *
 * @param clusterName the name of the cluster
 * @param addresses of some members, at least one; the client learns of the others
 * @param timeoutNanos how long a call may take in all
 * @param attemptNanos how long to wait for one member's answer before the call is repeated elsewhere
 * @param sessions how many calls may be under way at once; further ones wait for their turn
 */
public record InvocationConfig(
        String clusterName, List<Address> addresses, long timeoutNanos, long attemptNanos, int sessions) {
    /** Copies the list. */
    public InvocationConfig {
        addresses = List.copyOf(addresses);
    }
}
