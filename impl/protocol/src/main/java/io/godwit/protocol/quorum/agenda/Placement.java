package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Arrays;

/**
 * Where copies go: missing ones are made, those of leavers are moved. No member takes part in more migrations at once than
 * the cluster was told, as source or as destination; the data always come from the primary.
 */
final class Placement {
    private final Decisions decisions;

    Placement(Decisions decisions) {
        this.decisions = decisions;
    }

    /** Starts what migrations there is room for. */
    void place(Turn turn) {
        int[] load = new int[0];
        int[] copies = new int[0];
        for (int p = 0; p < turn.setup.partitions(); p++) {
            Configuration c = latest(turn, p);
            for (int i = 0; i < c.size(); i++) {
                copies = count(copies, c.replica(i));
            }
            if (c.isMigrating()) {
                load = count(count(load, c.primary()), c.destination());
                copies = count(copies, c.destination());
            }
        }
        for (int p = 0; p < turn.setup.partitions(); p++) {
            Configuration c = turn.control.committed().get(p).configuration();
            if (!decisions.isFree(turn, p) || c.isMigrating()) {
                continue;
            }
            int source = source(turn, c);
            if (source < 0 || at(load, c.primary()) >= turn.setup.parallel()) {
                continue;
            }
            int destination = destination(turn, c, load, copies);
            if (destination != Members.NONE && decisions.start(turn, p, source, destination)) {
                load = count(count(load, c.primary()), destination);
                copies = count(copies, destination);
            }
        }
    }

    private static Configuration latest(Turn turn, int p) {
        Entry outstanding = turn.control.outstanding().get(p);
        return (outstanding.isNone() ? turn.control.committed().get(p) : outstanding).configuration();
    }

    /** Whose copy is to move: a leaver's, {@code NONE} for one in addition, or -1 when nothing is to be done. */
    private static int source(Turn turn, Configuration c) {
        Cluster cluster = turn.office.cluster();
        int staying = 0;
        int leaver = -1;
        for (int i = 0; i < c.size(); i++) {
            if (turn.peers.leaving().contains(c.replica(i))) {
                leaver = c.replica(i);
            } else if (!cluster.isDead(c.replica(i))) {
                staying++;
            }
        }
        if (cluster.isDead(c.primary()) || staying >= cluster.copies()) {
            return -1;
        }
        return leaver < 0 ? Members.NONE : leaver;
    }

    private static int destination(Turn turn, Configuration c, int[] load, int[] copies) {
        Cluster cluster = turn.office.cluster();
        MemberSet candidates = cluster.up().minus(turn.peers.leaving());
        int best = Members.NONE;
        for (int i = 0; i < candidates.size(); i++) {
            int member = candidates.get(i);
            if (!c.isParticipant(member)
                    && at(load, member) < turn.setup.parallel()
                    && (best == Members.NONE || at(copies, member) < at(copies, best))) {
                best = member;
            }
        }
        return best;
    }

    /** Is the replica part of the plan, so that another one goes if there are too many? */
    boolean isWanted(Turn turn, int p, int member) {
        return false;
    }

    /** Who is to be primary in place of one that leaves, or {@code NONE}. */
    int successor(Turn turn, int p) {
        Configuration c = turn.control.committed().get(p).configuration();
        if (!turn.peers.leaving().contains(c.primary()) || c.isMigrating()) {
            return Members.NONE;
        }
        for (int i = 1; i < c.size(); i++) {
            int member = c.replica(i);
            if (c.isInSync(member)
                    && !turn.office.cluster().isDead(member)
                    && !turn.peers.leaving().contains(member)) {
                return member;
            }
        }
        return Members.NONE;
    }

    private static int at(int[] counts, int member) {
        return member < counts.length ? counts[member] : 0;
    }

    private static int[] count(int[] counts, int member) {
        int[] room = member < counts.length ? counts : Arrays.copyOf(counts, member * 2 + 8);
        room[member]++;
        return room;
    }
}
