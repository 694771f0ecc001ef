package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.LearnerMigration;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.function.Function;

/**
 * What the master decides about a partition next, the most urgent first: a dead primary is replaced, dead backups are
 * evicted, an orphaned migration is given up, who has caught up is taken in, who is surplus goes, and then copies are made
 * and moved ({@link Placement}). One decision at a time; when it is decided, the partition is considered again.
 */
final class Decisions {
    private final Placement placement = new Placement(this);

    /** A primary tells the master that somebody has caught up. */
    void caughtUp(Turn turn, int from, CaughtUp word) {
        if (!turn.isMaster()) {
            return;
        }
        int p = word.partition();
        Step<MasterView> step =
                Step.of(view(turn, p), v -> turn.quorum.migration().handleCaughtUp(v, from, word));
        if (step.accepted()) {
            turn.office = turn.office.vouching(p, step.state().vouched());
            consider(turn, p);
        }
    }

    /** A primary that has started again tells the master that it waits for a newer version. */
    void resumed(Turn turn, int from, Resumed word) {
        int p = word.partition();
        if (isFree(turn, p)) {
            propose(turn, "Propose", p, Members.NONE, v -> turn.quorum.durable().restampResumed(v, from, word));
        }
    }

    /**
     * Considers all partitions, if the members are others than at the last round. Otherwise what was decided since then has
     * been considered already, each when it was decided, and is looked at once more.
     *
     * @param before what the master had at the last round
     */
    void considerAll(Turn turn, Office.Asked before) {
        if (turn.office.queue().isFor(turn.office.target(), turn.office.cluster())
                && before.gone().equals(turn.office.gone())) {
            before.committed().differences(turn.control.committed(), p -> decideIfFree(turn, p));
        } else {
            for (int p = 0; p < turn.setup.partitions(); p++) {
                decideIfFree(turn, p);
            }
        }
        placement.place(turn);
    }

    private void decideIfFree(Turn turn, int p) {
        if (isFree(turn, p)) {
            decide(turn, p);
        }
    }

    /** Does what is due for one partition. What moves in it is noted. */
    void consider(Turn turn, int p) {
        decideIfFree(turn, p);
        placement.line(turn, p);
    }

    /** Something was proposed about a partition, or decided. */
    void changed(Turn turn, int p) {
        placement.line(turn, p);
    }

    /** Starts the migrations that have become possible. */
    void start(Turn turn) {
        placement.start(turn);
    }

    /** May something be proposed? */
    boolean isFree(Turn turn, int p) {
        return turn.quorum.registers().isOpen(turn.control, p);
    }

    private boolean decide(Turn turn, int p) {
        Cluster cluster = turn.office.cluster();
        Entry base = turn.control.committed().get(p);
        Configuration c = base.configuration();
        MasterView view = view(turn, p);
        FencedReplication replication = turn.quorum.replication();
        LearnerMigration migration = turn.quorum.migration();
        if (cluster.isDead(c.primary())) {
            Step<MasterView> promotion = promotion(turn, view);
            return promotion != null && propose(turn, "Repair", p, c.primary(), promotion);
        }
        for (int i = 1; i < c.size(); i++) {
            int backup = c.replica(i);
            if (c.isInSync(backup) && replication.isEvictionDue(view, backup)) {
                return propose(turn, "Repair", p, backup, v -> replication.evictBackup(v, base, backup));
            }
        }
        if (c.isMigrating() && migration.isAbortDue(view, base)) {
            return propose(turn, "AbandonMigration", p, Members.NONE, v -> migration.abortMigration(v, base));
        }
        if (c.isMigrating()
                && migration.isVouched(view, c.destination(), base)
                && propose(turn, "FinishMigration", p, Members.NONE, v -> migration.finishMigration(v, base))) {
            return true;
        }
        for (int i = 1; i < c.size(); i++) {
            int backup = c.replica(i);
            if (!c.isInSync(backup)
                    && migration.isVouched(view, backup, base)
                    && propose(turn, "Propose", p, backup, v -> migration.admitBackup(v, base, backup))) {
                return true;
            }
        }
        return removeOne(turn, p, base) || switchAway(turn, p, base);
    }

    /** The first backup that may be primary instead, lives and stays, or at least lives, is promoted; null if there is none. */
    private static Step<MasterView> promotion(Turn turn, MasterView view) {
        Entry base = view.decided();
        Configuration c = base.configuration();
        Step<MasterView> second = null;
        for (int i = 1; i < c.size(); i++) {
            int member = c.replica(i);
            if (view.cluster().isDead(member)) {
                continue;
            }
            Step<MasterView> step = Step.of(view, v -> turn.quorum.promotion().promote(v, base, member));
            if (step.accepted()) {
                if (!turn.peers.leaving().contains(member)) {
                    return step;
                }
                second = second == null ? step : second;
            }
        }
        return second;
    }

    private boolean removeOne(Turn turn, int p, Entry base) {
        Configuration c = base.configuration();
        Cluster cluster = turn.office.cluster();
        for (int i = c.size() - 1; i > 0; i--) {
            int member = c.replica(i);
            boolean gone = turn.office.gone().contains(member)
                    || turn.office.sight().heard().get(member) == null;
            if (gone && !c.isInSync(member) && remove(turn, p, base, member)) {
                return true;
            }
        }
        for (int i = c.size() - 1; i > 0; i--) {
            int member = c.replica(i);
            if (!cluster.isDead(member)
                    && placement.isUnwanted(turn, p, member)
                    && turn.quorum.replication().isRemovalDue(view(turn, p), base, member)
                    && remove(turn, p, base, member)) {
                return true;
            }
        }
        return false;
    }

    /** A primary that leaves, or that the plan has as a backup, changes places with another. */
    private boolean switchAway(Turn turn, int p, Entry base) {
        int successor = placement.successor(turn, p);
        return successor != Members.NONE
                && propose(turn, "Propose", p, successor, v -> turn.quorum
                        .promotion()
                        .switchPrimary(v, base, successor));
    }

    static MasterView view(Turn turn, int p) {
        Cluster cluster = turn.office.cluster();
        return new MasterView(
                turn.control.committed().get(p),
                turn.office.vouched().get(p),
                cluster,
                cluster.copies().of(p),
                Configuration.NONE);
    }

    /** Starts a migration. */
    boolean start(Turn turn, int p, int source, int destination) {
        Entry base = turn.control.committed().get(p);
        return propose(turn, "StartMigration", p, Members.NONE, v -> turn.quorum
                .migration()
                .startMigration(v, base, source, destination));
    }

    private static boolean remove(Turn turn, int p, Entry base, int backup) {
        return propose(
                turn, "Propose", p, backup, v -> turn.quorum.replication().removeReplica(v, base, backup));
    }

    /**
     * Decides, and proposes what was decided.
     *
     * @param action what the registers call it, for the trail
     * @param member whom it is about, for the trail
     */
    private static boolean propose(
            Turn turn, String action, int p, int member, Function<MasterView, Step<MasterView>> decision) {
        return propose(turn, action, p, member, Step.of(view(turn, p), decision));
    }

    private static boolean propose(Turn turn, String action, int p, int member, Step<MasterView> decision) {
        MasterView decided = decision.state();
        return decision.accepted()
                && turn.propose(action, p, new About(p, member), decided.decided(), decided.proposed());
    }
}
