package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Partitions that clients ask for, and whose in-sync members are all suspected. For a while their calls are repeated, because a
 * member may be suspected wrongly, or about to start again; then the master refuses them. Other members do not: they may be cut off,
 * and clients try all members. For tasks of the event loop.
 */
final class UnservedPartitions {
    /** A process starts again within this time, or takes longer than most clients wait. */
    static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Clock clock;
    /** When each was found unserved. */
    private final Map<Integer, Long> since = new HashMap<>();

    UnservedPartitions(Clock clock) {
        this.clock = clock;
    }

    /** Why a call to a partition cannot be carried out; empty if it may be. */
    Optional<String> refusal(QuorumState state, int partition) {
        Configuration c = state.control().committed().get(partition).configuration();
        if (isServed(state, c)) {
            return Optional.empty();
        }
        long now = clock.nanoTime();
        long found = since.computeIfAbsent(partition, p -> now);
        if (now - found < GRACE_NANOS) {
            return Optional.empty();
        }
        String members = c.inSync().stream().mapToObj(String::valueOf).collect(Collectors.joining(", "));
        return Optional.of("partition " + partition
                + " is not served: its current copies are at members that do not answer (" + members + ")");
    }

    /** To be called periodically. */
    void forgetServed(QuorumState state) {
        since.keySet()
                .removeIf(
                        p -> isServed(state, state.control().committed().get(p).configuration()));
    }

    private static boolean isServed(QuorumState state, Configuration c) {
        MemberSet suspects = state.local().peers().suspects();
        return suspects.isEmpty()
                || !state.control().isMaster()
                || c.inSyncSize() == 0
                || !suspects.containsAll(c.inSync());
    }
}
