package io.godwit.simulation.quorum;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Same;
import io.godwit.simulation.quorum.QuorumInvariants.PropertyCheck;
import java.util.List;

/** Replicas: who can serve, and that versions and logs go forward. Properties of {@code spec/quorum/DataPlane.tla}. */
final class ReplicaCheck<S> implements PropertyCheck<S> {
    private final ProposalHistory decisions;

    ReplicaCheck(ProposalHistory decisions) {
        this.decisions = decisions;
    }

    @Override
    public Violation stepped(ClusterPlanes<S> members, StateChange change) {
        if (Same.object(change.data(), change.dataBefore())) {
            return null;
        }
        for (int p = 0; p < change.data().replicas().size(); p++) {
            if (change.replica(p)) {
                Violation found = replica(members, change, p);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    private Violation replica(ClusterPlanes<S> members, StateChange change, int partition) {
        Replica before = change.before(partition);
        Replica after = change.after(partition);
        if (change.activated(partition) && !after.epoch().newerThan(before.epoch())) {
            return new Violation(
                    "VersionMonotonic",
                    "partition " + partition + ": member " + change.member() + " goes from version " + before.epoch()
                            + " to " + after.epoch());
        }
        if (change.activated(partition) && decisions.at(partition, after.epoch()) == null) {
            return new Violation(
                    "Agreement",
                    "partition " + partition + ": member " + change.member() + " activates version " + after.epoch()
                            + ", which is not decided: " + after.configuration());
        }
        if (!change.activated(partition) && change.log(partition) && !extendsLog(before.log(), after.log())) {
            return new Violation(
                    "BackupMonotonic",
                    "partition " + partition + ": member " + change.member() + " had "
                            + before.log().length() + " entries under version " + after.epoch()
                            + " and now has others");
        }
        boolean served = change.activated(partition) || !Same.object(before.waits(), after.waits());
        return served ? oneServer(members, partition) : null;
    }

    private static boolean extendsLog(Log before, Log after) {
        return after.length() >= before.length()
                && (before.isEmpty() || last(before).equals(after.entries(before.length(), before.length())));
    }

    private static List<LogEntry> last(Log log) {
        return log.entries(log.length(), log.length());
    }

    /** Those who come back with a copy of before a declaration that it is lost are gone for good: nothing that they answer counts ({@code DeclareLost}). */
    private Violation oneServer(ClusterPlanes<S> members, int partition) {
        Entry declared = decisions.declared(partition);
        int server = 0;
        for (int n = 1; n <= members.count(); n++) {
            boolean gone = declared != null
                    && declared.version()
                            .newerThan(members.replica(n, partition).epoch());
            if (!gone && canServe(members, n, partition)) {
                if (server > 0) {
                    return new Violation(
                            "OneServer", "partition " + partition + ": members " + server + " and " + n + " can serve");
                }
                server = n;
            }
        }
        return null;
    }

    /** Believes to be primary, and nobody for whom it would have to wait has moved on or is gone. */
    static <S> boolean canServe(ClusterPlanes<S> members, int member, int partition) {
        if (!members.up(member) || !members.data(member).isPrimary(partition)) {
            return false;
        }
        Replica replica = members.replica(member, partition);
        MemberSet waits =
                replica.configuration().inSync().union(replica.waits()).without(member);
        return waits.stream()
                .allMatch(other -> members.up(other)
                        && !members.replica(other, partition).epoch().newerThan(replica.epoch()));
    }
}
