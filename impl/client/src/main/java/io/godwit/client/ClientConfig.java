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
 * What a client has to know.
 *
 * @param clusterName the name of the cluster
 * @param addresses {@code host:port} of some members; the client learns of the others
 * @param tls encryption, or null for none
 * @param timeout how long a call may take in all, 10 minutes at most: members remember for a limited time what they have done
 * @param attempt how long to wait for one member's answer before the call is repeated elsewhere
 * @param sessions how many calls may be under way at once; further ones wait for their turn
 * @param via where to dial instead of an address, both {@code host:port}
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

    /** Refuses what makes no sense. */
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
            throw new IllegalArgumentException("the time of an attempt and the number of sessions are positive");
        }
        if (timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "a call takes at most " + LONGEST.toMinutes() + " minutes, not " + timeout.toSeconds() + " s");
        }
        addresses.forEach(Address::parse);
        via = Map.copyOf(via);
        via.values().forEach(Address::parse);
    }

    /** Everything else as usual: 10 s for a call, 0.5 s for an attempt, 1,024 calls at once, no encryption. */
    public static ClientConfig of(String clusterName, List<String> addresses) {
        return new ClientConfig(clusterName, addresses, null, TIMEOUT, ATTEMPT, SESSIONS, Map.of());
    }

    /** The same with encryption. */
    public ClientConfig with(Tls newTls) {
        return new ClientConfig(clusterName, addresses, newTls, timeout, attempt, sessions, via);
    }

    /** The same with another time for a call. */
    public ClientConfig withTimeout(Duration newTimeout) {
        return new ClientConfig(clusterName, addresses, tls, newTimeout, attempt, sessions, via);
    }

    /**
     * The same, but dials something else instead of some addresses, such as a forwarded port. Certificates are still those of
     * the address.
     *
     * @param newVia for an address where to dial, both {@code host:port}
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
