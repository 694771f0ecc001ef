package io.godwit.client.invocation;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame.Route;
import io.godwit.transport.frame.Frame.Table;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.frame.Peer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The primary of each partition, as far as the client knows, and where members are. The route of a partition is replaced
 * only by one of a newer version. The partitions of keys and maps never change; any thread may ask for them.
 */
public final class Routes {
    private final Maps maps;
    private final int partitionsPerRange;
    private final Version[] versions;
    private final int[] primaries;
    /** Partitions by primary; null if a primary has changed since they were asked for. */
    private Map<Integer, BitSet> led;

    private final Map<Integer, Peer> peers = new LinkedHashMap<>();
    private long stamp;

    /**
     * Creates routes without any primary.
     *
     * @param maps the maps, which determine the ranges
     * @param partitionsPerRange partitions of a range
     */
    Routes(Maps maps, int partitionsPerRange) {
        this.maps = maps;
        this.partitionsPerRange = partitionsPerRange;
        this.versions = new Version[maps.ranges() * partitionsPerRange];
        this.primaries = new int[versions.length];
        Arrays.fill(versions, Version.NONE);
    }

    /** Partitions of a map. */
    public int partitionsPerRange() {
        return partitionsPerRange;
    }

    /** The partitions of a map. */
    public PartitionSet partitions(Bytes map) {
        int first = maps.range(map) * partitionsPerRange;
        return PartitionSet.range(first, first + partitionsPerRange);
    }

    /** The partition of a key of a map. */
    public int partition(Bytes map, Bytes key) {
        return maps.partition(map, key, partitionsPerRange);
    }

    /** The number of backups of a map. */
    public int backups(Bytes map) {
        return maps.backups(map);
    }

    /** The stamp of the last table. */
    long stamp() {
        return stamp;
    }

    /**
     * Takes the newer routes of a table.
     *
     * @return the partitions that have another primary than the one that was known
     */
    Set<Integer> learn(Table table) {
        learn(table.peers());
        Set<Integer> moved = new LinkedHashSet<>();
        for (Route route : table.routes()) {
            int p = route.partition();
            if (p < versions.length && route.version().newerThan(versions[p])) {
                versions[p] = route.version();
                if (primaries[p] != 0 && primaries[p] != route.primary()) {
                    moved.add(p);
                }
                if (primaries[p] != route.primary()) {
                    led = null;
                }
                primaries[p] = route.primary();
            }
        }
        if (table.stamp() != 0) {
            // Otherwise it has a few routes, and is no table of its own.
            stamp = table.stamp();
        }
        return moved;
    }

    void learn(List<Peer> more) {
        more.stream().filter(peer -> peer.number() > 0).forEach(peer -> peers.put(peer.number(), peer));
    }

    /** The primary of a partition, 0 if it is not known. */
    int primary(int partition) {
        return primaries[partition];
    }

    /** Shows each member with the partitions of which it is the primary, and 0 with those whose primary is not known. */
    void forEachPrimary(BiConsumer<Integer, BitSet> visitor) {
        if (led == null) {
            led = new LinkedHashMap<>();
            for (int p = 0; p < primaries.length; p++) {
                led.computeIfAbsent(primaries[p], member -> new BitSet()).set(p);
            }
        }
        led.forEach(visitor);
    }

    /** The address of a member, or null. */
    Address address(int member) {
        Peer peer = peers.get(member);
        return peer == null ? null : Address.of(peer);
    }

    List<Address> addresses() {
        return peers.values().stream().map(Address::of).distinct().toList();
    }
}
