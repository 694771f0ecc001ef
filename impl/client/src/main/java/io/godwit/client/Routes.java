package io.godwit.client;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who serves which partition, as far as the client knows, and where members are. Of each partition it only moves forward. */
final class Routes {
    private final Maps maps;
    private final int width;
    private final Version[] versions;
    private final int[] primaries;
    private final Map<Integer, Peer> peers = new HashMap<>();
    private long stamp;

    /**
     * Knows nothing yet.
     *
     * @param maps which lie in which range
     * @param width partitions of a range
     */
    Routes(Maps maps, int width) {
        this.maps = maps;
        this.width = width;
        this.versions = new Version[maps.ranges() * width];
        this.primaries = new int[versions.length];
        Arrays.fill(versions, Version.NONE);
    }

    /** Partitions of a map. */
    int width() {
        return width;
    }

    /** The first partition of a map. */
    int first(Bytes map) {
        return maps.range(map) * width;
    }

    /** The partition of a key of a map. */
    int partition(Bytes map, Bytes key) {
        return maps.partition(map, key, width);
    }

    /** How many backups a map has. */
    int backups(Bytes map) {
        return maps.backups(map);
    }

    /** Of the last table that was taken over whole. */
    long stamp() {
        return stamp;
    }

    /**
     * Takes over what is newer.
     *
     * @return the partitions that have another primary than the one that was known
     */
    Set<Integer> learn(Table table) {
        learn(table.peers());
        Set<Integer> moved = new HashSet<>();
        for (Route route : table.routes()) {
            int p = route.partition();
            if (p < versions.length && route.version().newerThan(versions[p])) {
                versions[p] = route.version();
                if (primaries[p] != 0 && primaries[p] != route.primary()) {
                    moved.add(p);
                }
                primaries[p] = route.primary();
            }
        }
        stamp = table.stamp();
        return moved;
    }

    void learn(List<Peer> more) {
        more.stream().filter(peer -> peer.number() > 0).forEach(peer -> peers.put(peer.number(), peer));
    }

    /** The member that serves a partition, 0 if nobody knows. */
    int primary(int partition) {
        return primaries[partition];
    }

    /** Where a member is, or null. */
    Address address(int member) {
        Peer peer = peers.get(member);
        return peer == null ? null : new Address(peer.host(), peer.port());
    }

    List<Address> addresses() {
        return peers.values().stream()
                .map(peer -> new Address(peer.host(), peer.port()))
                .distinct()
                .toList();
    }
}
