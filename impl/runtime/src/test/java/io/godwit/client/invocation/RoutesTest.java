package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.frame.Peer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private static final Peer TWO = new Peer(2, Bytes.ofNumber(2), "h", 5702);

    private final Routes routes = new Routes(Maps.all(1), 2);

    private Set<Integer> learn(long stamp, Route... more) {
        return routes.learn(new Table(stamp, List.of(more), List.of(TWO)));
    }

    @Test
    void routeMovesForwardOnly() {
        assertEquals(0, routes.primary(0));
        learn(1, new Route(0, new Version(1, 5), 2), new Route(1, new Version(1, 6), 3));
        assertEquals(2, routes.primary(0));
        assertEquals(3, routes.primary(1));

        // From a member that has missed something.
        learn(2, new Route(0, new Version(1, 4), 4), new Route(1, new Version(1, 6), 4));
        assertEquals(2, routes.primary(0));
        assertEquals(3, routes.primary(1));

        learn(3, new Route(0, new Version(2, 1), 4));
        assertEquals(4, routes.primary(0));
        assertEquals(3, routes.primary(1));
        assertEquals(3, routes.stamp());
        learn(0, new Route(1, new Version(2, 2), 2));
        assertEquals(2, routes.primary(1));
        assertEquals(3, routes.stamp(), "a few routes are no table");
    }

    @Test
    void tellsWhatHasMoved() {
        Route first = new Route(0, new Version(1, 5), 2);
        // The first primary that is known has not replaced another one.
        assertEquals(Set.of(), learn(1, first, new Route(1, new Version(1, 6), 3)));
        assertEquals(Set.of(), learn(1, first));
        // A newer version with the same primary, an older one, and a newer one with another primary.
        assertEquals(Set.of(), learn(2, new Route(0, new Version(1, 6), 2), new Route(1, new Version(1, 5), 4)));
        assertEquals(Set.of(1), learn(0, new Route(1, new Version(1, 7), 4)));
    }

    @Test
    void knowsWhereMembersAre() {
        assertNull(routes.address(2));
        learn(1, new Route(7, new Version(1, 1), 2));
        assertEquals(new Address("h", 5702), routes.address(2));
        assertEquals(List.of(new Address("h", 5702)), routes.addresses());
    }

    /** Where a key lies depends on how many backups its map has. */
    @Test
    void mapsLieInTheirRanges() {
        Routes ranged = new Routes(Maps.of(1, Map.of("cache-*", 0, "accounts", 2)), 5);
        Bytes key = Bytes.ofNumber(77);
        int inRange = key.partition(5);
        assertEquals(5, ranged.partitionsPerRange());
        assertEquals(PartitionSet.range(0, 5), ranged.partitions(name("orders")));
        assertEquals(inRange, ranged.partition(name("orders"), key));
        assertEquals(PartitionSet.range(5, 10), ranged.partitions(name("cache-a")));
        assertEquals(5 + inRange, ranged.partition(name("cache-a"), key));
        assertEquals(PartitionSet.range(10, 15), ranged.partitions(name("accounts")));
        assertEquals(10 + inRange, ranged.partition(name("accounts"), key));
        assertEquals(2, ranged.backups(name("accounts")));
        ranged.learn(new Table(1, List.of(new Route(14, new Version(1, 1), 3)), List.of()));
        assertEquals(3, ranged.primary(14));
    }

    private static Bytes name(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void impossibleValueIsNotLearned() {
        routes.learn(new Table(1, List.of(new Route(2, new Version(1, 1), 3)), List.of(TWO.withNumber(0))));
        assertEquals(List.of(), routes.addresses());
        assertNull(routes.address(0));
    }
}
