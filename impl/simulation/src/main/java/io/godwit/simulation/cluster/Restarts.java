package io.godwit.simulation.cluster;

import io.godwit.protocol.Command;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.CoverageGoal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Recognises special situations of restarts from one disk. */
final class Restarts {
    /** Per partition the version with which a log has last replaced another one, and whether it was longer. */
    private final Map<Integer, Replaced> replaced = new HashMap<>();

    /** Partitions whose logs have forgotten their first entries. */
    private final Set<Integer> forgotten = new HashSet<>();

    private Image last;

    private record Replaced(Version version, boolean longer) {}

    /**
     * A step has given these commands.
     *
     * @param members all of them, for what their logs keep
     */
    void stepped(List<Command> commands, List<? extends MemberView<?>> members) {
        for (Command command : commands) {
            if (command instanceof Command.Persist persist) {
                Image image = (Image) persist.image();
                for (int p = 0; last != null && p < image.control().partitions(); p++) {
                    compare(p, last.data().replica(p), image.data().replica(p), members);
                }
                last = image;
            }
        }
    }

    private void compare(int partition, Replica before, Replica after, List<? extends MemberView<?>> members) {
        if (after.epoch().equals(before.epoch())) {
            if (after.log().firstKept() > before.log().firstKept()) {
                forgotten.add(partition);
            }
            return;
        }
        int difference = after.log().length() - before.log().length();
        if (difference < 0 || (difference > 0 && !continues(partition, after.log(), before.log(), members))) {
            replaced.put(partition, new Replaced(after.epoch(), difference > 0));
        }
    }

    /**
     * Is the shorter log a prefix of the longer one? Logs that have the same entry at one position have the same before it. Of a
     * copy the last entries are kept: then another member knows, or it counts as continued.
     */
    private static boolean continues(int partition, Log longer, Log shorter, List<? extends MemberView<?>> members) {
        int end = shorter.length();
        if (longer.firstKept() <= end) {
            return same(longer, shorter, end);
        }
        for (MemberView<?> member : members) {
            if (member.state() instanceof QuorumState state) {
                Log log = state.data().replica(partition).log();
                if (log.firstKept() <= end && log.length() >= longer.length() && same(log, longer, longer.length())) {
                    return same(log, shorter, end);
                }
            }
        }
        return true;
    }

    private static boolean same(Log one, Log other, int position) {
        return one.entries(position, position).equals(other.entries(position, position));
    }

    /** A member starts from the disk, if that holds anything. */
    void started(QuorumState found, List<? extends MemberView<?>> members, Consumer<CoverageGoal> reached) {
        if (last == null) {
            return;
        }
        terms(found.control(), found.self(), reached);
        if (found.control().voting().clusterVersion() >= ClusterVersion.RAISED) {
            reached.accept(CoverageGoal.RESTART_CONFIRMED);
        }
        for (int p = 0; p < found.control().partitions(); p++) {
            Replica replica = found.data().replica(p);
            if (found.data().isPrimary(p)) {
                primary(p, replica, members, reached);
            }
            if (forgotten.contains(p) && replica.log().firstKept() > 1) {
                reached.accept(CoverageGoal.RESTART_FORGOTTEN_LOG);
            }
            Replaced log = replaced.get(p);
            if (log != null && !log.version().newerThan(replica.epoch())) {
                reached.accept(log.longer() ? CoverageGoal.RESTART_LONGER_LOG : CoverageGoal.RESTART_SHORTER_LOG);
            }
        }
        replaced.clear();
        forgotten.clear();
    }

    private static void terms(ControlState control, int self, Consumer<CoverageGoal> reached) {
        int accepted = control.voting().term();
        for (int p = 0; p < control.partitions(); p++) {
            Entry entry = control.accepted().get(p);
            accepted = entry.isNone() ? accepted : Math.max(accepted, entry.term());
        }
        if (control.voting().voters().contains(self) && control.term() > accepted) {
            reached.accept(CoverageGoal.RESTART_VOTED);
        }
        if (control.term() != control.voting().term()) {
            reached.accept(CoverageGoal.RESTART_OTHER_TERM);
        }
    }

    private static void primary(
            int partition, Replica found, List<? extends MemberView<?>> members, Consumer<CoverageGoal> reached) {
        if (found.waits().stream().anyMatch(n -> !found.configuration().isReplica(n))) {
            reached.accept(CoverageGoal.RESTART_PROPOSED_LEARNER);
        }
        for (int backup : found.configuration().backups()) {
            if (backup <= members.size()
                    && members.get(backup - 1).state() instanceof QuorumState other
                    && !other.data().replica(partition).epoch().equals(found.epoch())) {
                reached.accept(CoverageGoal.RESTART_BESIDE_INACTIVE);
            }
        }
    }
}
