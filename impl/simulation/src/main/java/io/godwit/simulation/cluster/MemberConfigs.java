package io.godwit.simulation.cluster;

import io.godwit.member.runtime.LogRetention;
import io.godwit.member.runtime.MapSettings;
import io.godwit.member.runtime.OnLoss;
import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.SeededRandom;
import io.godwit.transport.connection.Limits;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The configurations of the members of a run; part of them is drawn from the seed. */
record MemberConfigs(RunPlan plan, SeededRandom random, MapCalls calls, MapSettings mapSettings) {
    /** In microseconds. */
    private static final long SECOND = 1_000_000;

    private static final int LEAST_PATIENCE_MILLIS = 500;
    private static final int PATIENCE_SPREAD_MILLIS = 700;
    private static final int HEARTBEAT_MILLIS = 100;
    private static final int SESSION_SECONDS = 20;
    /** One in this many seeds has logs that keep at most {@link #MOST_OF_SHORT_LOG} entries. */
    private static final int SHORT_LOGS = 4;

    private static final int MOST_OF_SHORT_LOG = 16;
    /** One in {@link #SHORT_LOGS} seeds has logs of so many bytes at each member, or 1 to 6 times twice as many. */
    private static final long LEAST_LOG_BYTES = 1 << 10;

    private static final int LOG_BYTES_SPREAD = 7;
    /**
     * In one of this many seeds sessions expire within a run. They last longer than a call can be under way: a pause or a
     * cut takes up to 4 s in a run of 12 s, and up to 13 s in one of 60 s.
     */
    private static final int SHORT = 4;

    /** In one of this many seeds members have zones. */
    private static final int ZONED = 4;

    /** In one of this many seeds disks have a reserve. */
    private static final int RESERVED = 8;

    private static final long RESERVE = 8 << 20;

    /** With bursts of calls, the divisor of the backlog of a member. */
    private static final int BACKLOG = 4;
    /** With large values, maximum number of bytes that may wait to be sent over a connection. */
    private static final long NARROW = 2 << 20;
    /** With large values, maximum number of bytes in events that wait. */
    private static final long FEW = 256 << 10;

    /** The configuration of the member that listens at a port of a site, and knows of these members. */
    RuntimeConfig of(int site, int port, List<String> members) {
        return new RuntimeConfig(
                SimulatedCluster.NAME,
                SimulatedTransport.host(site),
                port,
                zone(site),
                members,
                calls.width(),
                calls.maps(),
                amount(FaultKind.FOLLOWED_CALLS).isPresent() ? FollowedCalls.settings(mapSettings) : mapSettings,
                plan.parallel(),
                HEARTBEAT_MILLIS,
                LEAST_PATIENCE_MILLIS + (int) random.below(PATIENCE_SPREAD_MILLIS, RandomPurpose.PATIENCE, site, 0),
                random.below(SHORT, RandomPurpose.SESSIONS, 0, 0) == 0 ? shortSession() : SESSION_SECONDS,
                diskReserve(),
                heapReserve(),
                0,
                amount(FaultKind.BURST).map(calls -> calls / BACKLOG).orElse(RuntimeConfig.MAX_BACKLOG),
                amount(FaultKind.LARGE_VALUES).map(bytes -> FEW).orElse(RuntimeConfig.MAX_BACKLOG_BYTES),
                amount(FaultKind.LARGE_VALUES).map(bytes -> NARROW).orElse(Limits.DEFAULT.queue()),
                logs(),
                leases(),
                ClusterVersion.NEWEST,
                onLoss());
    }

    private OnLoss onLoss() {
        boolean empty = plan.faults().stream().anyMatch(LostPartitions::isDeclaredByItself);
        return empty ? new OnLoss(OnLoss.Action.EMPTY, 0) : OnLoss.WAIT;
    }

    private LeaseTimes leases() {
        return plan.faults().stream()
                .filter(fault -> fault.kind() == FaultKind.LEASES)
                .map(fault -> LeaseTimes.within(TimeUnit.MICROSECONDS.toNanos(fault.duration()), (int) fault.amount()))
                .findFirst()
                .orElse(LeaseTimes.NONE);
    }

    /** The zone of a site: in one of {@link #ZONED} seeds one of two or three that is drawn, so that zones may differ in size; else none. */
    String zone(int site) {
        boolean zoned = random.below(ZONED, RandomPurpose.ZONES, 0, 0) == 0;
        long zones = 2 + random.below(2, RandomPurpose.ZONES, 0, 1);
        return zoned ? "zone-" + random.below(zones, RandomPurpose.ZONES, site, 2) : "";
    }

    private Optional<Integer> amount(FaultKind kind) {
        return plan.faults().stream()
                .filter(fault -> fault.kind() == kind)
                .map(fault -> (int) fault.amount())
                .findFirst();
    }

    /** Some clusters keep so few entries, of so few bytes or for so short a time that replicas which were away a moment need a snapshot. */
    private LogRetention logs() {
        LogRetention usual = LogRetention.DEFAULT;
        return new LogRetention(
                random.below(SHORT_LOGS, RandomPurpose.LOG, 0, 0) == 0
                        ? 1 + (int) random.below(MOST_OF_SHORT_LOG, RandomPurpose.LOG, 0, 1)
                        : usual.entries(),
                random.below(SHORT_LOGS, RandomPurpose.LOG, 0, 2) == 0
                        ? LEAST_LOG_BYTES << random.below(LOG_BYTES_SPREAD, RandomPurpose.LOG, 0, 3)
                        : usual.bytes(),
                random.below(SHORT_LOGS, RandomPurpose.LOG, 0, 4) == 0 ? 1 : usual.seconds());
    }

    private int shortSession() {
        return plan.micros() <= 15 * SECOND ? 5 : 16;
    }

    /** The reserve of heaps in bytes, 0 unless the plan has heaps that fill up. */
    long heapReserve() {
        return amount(FaultKind.FULL_HEAP).map(amount -> RESERVE).orElse(0L);
    }

    /** The reserve of disks in bytes. If there is one, half of it is free on a full disk. */
    long diskReserve() {
        return random.below(RESERVED, RandomPurpose.RESERVE, 0, 0) == 0 ? RESERVE : 0;
    }
}
