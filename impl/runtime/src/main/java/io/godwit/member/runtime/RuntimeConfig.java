package io.godwit.member.runtime;

import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Versions;
import java.util.List;

/**
 * The configuration of a member's runtime, with a component for each option of members and each limit that simulations lower.
 *
 * @param clusterName members and clients of a cluster with another name are refused
 * @param host where the member listens, and where others reach it
 * @param port 0 for any that is free
 * @param zone what it fails together with, empty if it fails alone
 * @param members {@code host:port} of the members that found the cluster, the own address among them, or of members of a running
 *     cluster
 * @param partitions partitions of each range of {@code maps}, 1 or more
 * @param maps how many backups each map has
 * @param mapSettings what else is set for maps
 * @param parallel migrations that a member takes part in at once, 1 or more
 * @param heartbeatMillis period of signs of life, 1 or more
 * @param suspectMillis silence after which a member is suspected; longer than the period
 * @param sessionSeconds time after which a session of a client that does not write may be forgotten
 * @param diskReserveBytes bytes that are to stay free on the disk: with less, writes are refused
 * @param heapReserveBytes bytes that are to stay free in the heap: with less, writes that add data are refused; 0 if it is not checked
 * @param diskDelayMillis additional time for each write to the disk, for tests
 * @param maxBacklog events, of which each call of a frame is one, or commands that wait for the disk, that may wait; with more, connections are not read
 * @param maxBacklogBytes bytes of keys and values that may wait in such events; with more, connections are not read
 * @param maxQueueBytes bytes that may wait to be sent over a connection
 * @param logs how much is kept of logs
 * @param leases how long read leases last; none if reads are confirmed
 * @param maxVersion the greatest cluster version that the member can go by
 * @param onLoss what it does as master when the only copies of partitions are gone
 */
public record RuntimeConfig(
        String clusterName,
        String host,
        int port,
        String zone,
        List<String> members,
        int partitions,
        Maps maps,
        MapSettings mapSettings,
        int parallel,
        int heartbeatMillis,
        int suspectMillis,
        int sessionSeconds,
        long diskReserveBytes,
        long heapReserveBytes,
        int diskDelayMillis,
        int maxBacklog,
        long maxBacklogBytes,
        long maxQueueBytes,
        LogRetention logs,
        LeaseTimes leases,
        int maxVersion,
        OnLoss onLoss) {
    /** The usual backlog. */
    public static final int MAX_BACKLOG = 20_000;

    /** The largest backlog in bytes. */
    public static final long MAX_BACKLOG_BYTES = 128L << 20;

    /** Copies the list. */
    public RuntimeConfig {
        members = List.copyOf(members);
    }

    /** The versions that the member speaks. */
    public Versions versions() {
        return new Versions(ClusterVersion.FIRST, maxVersion);
    }

    /** The same with another greatest version. */
    public RuntimeConfig withMaxVersion(int newMaxVersion) {
        return with(members, mapSettings, newMaxVersion, onLoss);
    }

    /** Partitions of all ranges. */
    public int allPartitions() {
        return maps.ranges() * partitions;
    }

    /** With the limits that members have, without a zone or a check of the heap, with all versions that the program can go by. */
    public RuntimeConfig(
            String clusterName,
            String host,
            int port,
            List<String> members,
            int partitions,
            Maps maps,
            int parallel,
            int heartbeatMillis,
            int suspectMillis,
            int sessionSeconds,
            long diskReserveBytes,
            int diskDelayMillis) {
        this(
                clusterName,
                host,
                port,
                "",
                members,
                partitions,
                maps,
                MapSettings.NONE,
                parallel,
                heartbeatMillis,
                suspectMillis,
                sessionSeconds,
                diskReserveBytes,
                0,
                diskDelayMillis,
                MAX_BACKLOG,
                MAX_BACKLOG_BYTES,
                Limits.DEFAULT.queue(),
                LogRetention.DEFAULT,
                LeaseTimes.NONE,
                ClusterVersion.NEWEST,
                OnLoss.WAIT);
    }

    /** The same with other members to look for. */
    public RuntimeConfig withMembers(List<String> others) {
        return with(others, mapSettings, maxVersion, onLoss);
    }

    /** The same with other settings of maps. */
    public RuntimeConfig withMapSettings(MapSettings settings) {
        return with(members, settings, maxVersion, onLoss);
    }

    /** The same with something else to do when the only copies of partitions are gone. */
    public RuntimeConfig withOnLoss(OnLoss newOnLoss) {
        return with(members, mapSettings, maxVersion, newOnLoss);
    }

    private RuntimeConfig with(List<String> others, MapSettings settings, int newMaxVersion, OnLoss newOnLoss) {
        return new RuntimeConfig(
                clusterName,
                host,
                port,
                zone,
                others,
                partitions,
                maps,
                settings,
                parallel,
                heartbeatMillis,
                suspectMillis,
                sessionSeconds,
                diskReserveBytes,
                heapReserveBytes,
                diskDelayMillis,
                maxBacklog,
                maxBacklogBytes,
                maxQueueBytes,
                logs,
                leases,
                newMaxVersion,
                newOnLoss);
    }
}
