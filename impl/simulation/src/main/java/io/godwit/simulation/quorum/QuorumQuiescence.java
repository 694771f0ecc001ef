package io.godwit.simulation.quorum;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Zones;
import io.godwit.protocol.planner.MemberGroups;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A cluster at rest: all know the same, everything is fully replicated, balanced or spread over zones, nothing is undecided.
 */
final class QuorumQuiescence<S> {
    /** Calls go on; a backup may be a few of them behind. */
    private static final int LAG = 20;

    private final ClusterPlanes<S> members;
    private final ProposalHistory decisions;
    private final MemberSet up;
    private final Zones zones;

    QuorumQuiescence(ClusterPlanes<S> members, ProposalHistory decisions) {
        this.members = members;
        this.decisions = decisions;
        this.zones = members.zones();
        this.up = MemberSet.of(
                IntStream.rangeClosed(1, members.count()).filter(members::up).toArray());
    }

    /** What is missing, in words; empty when nothing is. */
    String missing() {
        String missing = master();
        missing = missing.isEmpty() ? drained() : missing;
        missing = missing.isEmpty() ? sameTables() : missing;
        for (int p = 0; missing.isEmpty() && p < decisions.partitions(); p++) {
            missing = partition(p);
        }
        Copies copies = members.cluster().setup().copies();
        int width = members.cluster().setup().width();
        for (int range = 0; missing.isEmpty() && range < copies.ranges(); range++) {
            missing = spread(range * width, (range + 1) * width, copies.ofRange(range));
            if (missing.isEmpty() && zones.names().isEmpty()) {
                missing = balance(range * width, (range + 1) * width, copies.ofRange(range) - 1);
            }
        }
        return missing.isEmpty() ? spreadVoters() : missing;
    }

    /** No zone has more replicas of a partition than the number of zones makes necessary. */
    private String spread(int from, int to, int copies) {
        int most = MemberGroups.of(zones.divide(up)).share(Math.min(copies, up.size()));
        for (int p = from; p < to; p++) {
            MemberSet replicas = decisions.latest(p).configuration().replicas();
            for (MemberSet zone : zones.divide(replicas)) {
                if (zone.size() > most) {
                    return "partition " + p + ": " + zone + " of one zone are replicas, where " + most + " are enough";
                }
            }
        }
        return "";
    }

    /** No voter's zone has two voters more than that of a member that does not vote. */
    private String spreadVoters() {
        MemberSet voters = members.control(up.get(0)).voting().voters();
        int most = voters.stream().map(n -> zones.beside(n, voters)).max().orElse(0);
        for (int n : up.minus(voters).toArray()) {
            if (zones.beside(n, voters) + 1 < most) {
                return "voters are " + voters + ", of them " + most + " in one zone, and " + n + " is none";
            }
        }
        return "";
    }

    /** There is one master, which has decided every register in its own term: NewMasterProgress. */
    private String master() {
        int top = up.stream().map(n -> members.control(n).term()).max().orElse(0);
        MemberSet masters = up.filter(
                n -> members.control(n).isMaster() && members.control(n).term() == top);
        if (masters.size() != 1) {
            return "masters of term " + top + ": " + masters;
        }
        ControlState master = members.control(masters.get(0));
        for (int p = 0; p < master.partitions(); p++) {
            if (master.committed().get(p).term() != master.term()) {
                return "master " + masters.get(0) + " has not decided partition " + p + " in term " + top;
            }
        }
        return "";
    }

    /** Whoever was told to leave has stopped: DrainCompletes. */
    private String drained() {
        MemberSet leavers = up.filter(members::leaving);
        return leavers.isEmpty() ? "" : "told to leave and not stopped: " + leavers;
    }

    private String sameTables() {
        for (int p = 0; p < decisions.partitions(); p++) {
            Entry latest = decisions.latest(p);
            for (int n : up.toArray()) {
                ControlState control = members.control(n);
                if (!control.committed().get(p).sameVersion(latest)
                        || !control.accepted().get(p).sameVersion(latest)) {
                    return "partition " + p + ": decided is " + latest.version() + ", member " + n + " acts on "
                            + control.committed().get(p).version() + " and has accepted "
                            + control.accepted().get(p).version();
                }
            }
        }
        return up.stream().mapToLong(n -> members.control(n).stamp()).distinct().count() == 1 ? "" : "stamps differ";
    }

    private String partition(int p) {
        Configuration c = decisions.latest(p).configuration();
        int wanted = Math.min(members.cluster().setup().copies().of(p), up.size());
        if (c.isMigrating()) {
            return "partition " + p + ": a migration is undecided, " + c;
        }
        if (c.size() != wanted || c.inSyncSize() != wanted || !up.containsAll(c.replicas())) {
            return "partition " + p + ": " + wanted + " replicas are wanted among " + up + ", decided is " + c;
        }
        Replica primary = members.replica(c.primary(), p);
        for (int n : up.toArray()) {
            Replica replica = members.replica(n, p);
            if (c.isReplica(n)) {
                if (!replica.epoch().equals(decisions.latest(p).version())) {
                    return "partition " + p + ": member " + n + " has not activated the last decision";
                } else if (replica.log().length() + LAG < primary.log().length()) {
                    return "partition " + p + ": member " + n + " is behind the primary";
                }
            } else if (!replica.log().isEmpty()) {
                return "partition " + p + ": member " + n + " has no part in it and keeps data";
            }
        }
        return "";
    }

    /**
     * Within one partition per member and role, as planned for each range. Configurations do not keep the order of backups, so that what is
     * left to see of the backups' roles is their sum.
     */
    private String balance(int from, int to, int roles) {
        Map<Integer, Integer> primaries = new HashMap<>();
        Map<Integer, Integer> backups = new HashMap<>();
        for (int n : up.toArray()) {
            primaries.put(n, 0);
            backups.put(n, 0);
        }
        for (int p = from; p < to; p++) {
            Configuration c = decisions.latest(p).configuration();
            primaries.merge(c.primary(), 1, Integer::sum);
            Arrays.stream(c.backups()).forEach(n -> backups.merge(n, 1, Integer::sum));
        }
        if (spread(primaries) > 1) {
            return "primaries per member: " + primaries;
        }
        return spread(backups) > roles ? "backups per member: " + backups : "";
    }

    private static int spread(Map<Integer, Integer> counts) {
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        int least = counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
        return most - least;
    }
}
