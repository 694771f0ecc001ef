package io.godwit.client;

import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.InvocationConfig;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.netty.Tls;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The configuration of a client.
 *
 * @param clusterName the name of the cluster
 * @param addresses {@code host:port} of some members; the client discovers the others
 * @param tls encryption, or null for none
 * @param timeout total time limit of a call, at most 10 minutes, because members remember completed calls for a limited time
 * @param attempt how long to wait for a member's answer before the call is retried at another one
 * @param sessions maximum number of concurrent calls; further calls are queued
 * @param via addresses to dial instead of members' addresses, both {@code host:port}
 */
public record ClientConfig(
        String clusterName,
        List<String> addresses,
        Tls tls,
        Duration timeout,
        Duration attempt,
        int sessions,
        Map<String, String> via) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration ATTEMPT = Duration.ofMillis(500);
    private static final int SESSIONS = 1_024;

    /** Throws {@link IllegalArgumentException} if a value is out of range. */
    public ClientConfig {
        Objects.requireNonNull(clusterName, "clusterName");
        addresses = List.copyOf(addresses);
        if (addresses.isEmpty()) {
            throw new IllegalArgumentException("a client needs the address of at least one member");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a call needs more time than " + timeout.toMillis() + " ms");
        }
        if (attempt.isNegative() || attempt.isZero() || sessions < 1) {
            throw new IllegalArgumentException("the time of an attempt and the number of sessions must be positive");
        }
        if (timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "a call takes at most " + LONGEST.toMinutes() + " minutes, not " + timeout.toSeconds() + " s");
        }
        addresses.forEach(Address::parse);
        via = Map.copyOf(via);
        via.values().forEach(Address::parse);
    }

    /** Default settings: 10 s for a call, 0.5 s for an attempt, 1,024 concurrent calls, no encryption. */
    public static ClientConfig of(String clusterName, List<String> addresses) {
        return new ClientConfig(clusterName, addresses, null, TIMEOUT, ATTEMPT, SESSIONS, Map.of());
    }

    /** A copy with encryption. */
    public ClientConfig with(Tls newTls) {
        return new ClientConfig(clusterName, addresses, newTls, timeout, attempt, sessions, via);
    }

    /** A copy with another time limit of a call. */
    public ClientConfig withTimeout(Duration newTimeout) {
        return new ClientConfig(clusterName, addresses, tls, newTimeout, attempt, sessions, via);
    }

    /**
     * A copy that dials other addresses in place of some, such as a forwarded port. Certificates are still checked against
     * the address.
     *
     * @param newVia by address, the address to dial, both {@code host:port}
     */
    public ClientConfig withVia(Map<String, String> newVia) {
        return new ClientConfig(clusterName, addresses, tls, timeout, attempt, sessions, newVia);
    }

    InvocationConfig invocations() {
        List<Address> parsed = addresses.stream().map(Address::parse).toList();
        return new InvocationConfig(clusterName, parsed, timeout.toNanos(), attempt.toNanos(), sessions);
    }

    Limits limits() {
        return Limits.DEFAULT;
    }
}
