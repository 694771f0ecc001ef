package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Members;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.decision.AbortMigration;
import io.godwit.protocol.quorum.data.decision.AdmitBackup;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.decision.EvictBackup;
import io.godwit.protocol.quorum.data.decision.FinishMigration;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.decision.Promote;
import io.godwit.protocol.quorum.data.decision.RemoveReplica;
import io.godwit.protocol.quorum.data.decision.Restamp;
import io.godwit.protocol.quorum.data.decision.StartMigration;
import io.godwit.protocol.quorum.data.decision.SwitchPrimary;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * What the master decides about a partition next, the most urgent first: a dead primary is replaced, dead backups are
 * evicted, an orphaned migration is given up, who has caught up is taken in, who is surplus goes, and then copies are made
 * and moved ({@link Placement}). One decision at a time; when it is decided, the partition is considered again.
 */
final class Decisions {
    private final Placement placement = new Placement(this);

    /** A primary tells the master that somebody has caught up. */
    void caughtUp(Turn turn, Received<CaughtUp> event) {
        if (!turn.isMaster()) {
            return;
        }
        int p = event.message().partition();
        Step<MasterView> step = turn.handlers.handleCaughtUp.handle(view(turn, p), event);
        if (step.accepted()) {
            turn.office = turn.office.vouching(p, step.state().vouched());
            consider(turn, p);
        }
    }

    /** A primary that has started again tells the master that it waits for a newer version. */
    void resumed(Turn turn, Received<Resumed> event) {
        int p = event.message().partition();
        if (isFree(turn, p) && turn.handlers.restamp.isDue(view(turn, p), event)) {
            Entry base = turn.control.committed().get(p);
            propose(
                    turn,
                    "Propose",
                    p,
                    Members.NONE,
                    turn.handlers.restamp.handle(view(turn, p), new Restamp.Request(base)));
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
        if (cluster.isDead(c.primary())) {
            Step<MasterView> promotion = promotion(turn, p, base);
            return promotion != null && propose(turn, "Repair", p, c.primary(), promotion);
        }
        for (int i = 1; i < c.size(); i++) {
            EvictBackup.Request request = new EvictBackup.Request(base, c.replica(i));
            if (c.isInSync(request.backup()) && turn.handlers.evictBackup.isDue(view(turn, p), request)) {
                return evict(turn, p, base, request.backup());
            }
        }
        if (c.isMigrating() && turn.handlers.abortMigration.isDue(view(turn, p), new AbortMigration.Request(base))) {
            return abort(turn, p, base);
        }
        if (c.isMigrating() && finish(turn, p, base)) {
            return true;
        }
        for (int i = 1; i < c.size(); i++) {
            if (!c.isInSync(c.replica(i)) && admit(turn, p, base, c.replica(i))) {
                return true;
            }
        }
        return removeOne(turn, p, base) || switchAway(turn, p, base);
    }

    /** The first backup that may be primary instead, lives and stays, or at least lives, is promoted; null if there is none. */
    private static Step<MasterView> promotion(Turn turn, int p, Entry base) {
        Configuration c = base.configuration();
        Step<MasterView> second = null;
        for (int i = 1; i < c.size(); i++) {
            int member = c.replica(i);
            if (turn.office.cluster().isDead(member)) {
                continue;
            }
            Step<MasterView> step = turn.handlers.promote.handle(view(turn, p), new Promote.Request(base, member));
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
            RemoveReplica.Request request = new RemoveReplica.Request(base, member);
            if (!cluster.isDead(member)
                    && placement.isUnwanted(turn, p, member)
                    && turn.handlers.removeReplica.isDue(view(turn, p), request)
                    && remove(turn, p, base, member)) {
                return true;
            }
        }
        return false;
    }

    /** A primary that leaves, or that the plan has as a backup, changes places with another. */
    private boolean switchAway(Turn turn, int p, Entry base) {
        int successor = placement.successor(turn, p);
        return successor != Members.NONE && switchTo(turn, p, base, successor);
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

    private boolean evict(Turn turn, int p, Entry base, int backup) {
        EvictBackup.Request request = new EvictBackup.Request(base, backup);
        return propose(turn, "Repair", p, backup, turn.handlers.evictBackup.handle(view(turn, p), request));
    }

    private boolean abort(Turn turn, int p, Entry base) {
        AbortMigration.Request request = new AbortMigration.Request(base);
        return propose(
                turn, "AbandonMigration", p, Members.NONE, turn.handlers.abortMigration.handle(view(turn, p), request));
    }

    private boolean finish(Turn turn, int p, Entry base) {
        FinishMigration.Request request = new FinishMigration.Request(base);
        return propose(
                turn, "FinishMigration", p, Members.NONE, turn.handlers.endMigration.handle(view(turn, p), request));
    }

    /** Starts a migration. */
    boolean start(Turn turn, int p, int source, int destination) {
        Entry base = turn.control.committed().get(p);
        StartMigration.Request request = new StartMigration.Request(base, source, destination);
        return propose(
                turn, "StartMigration", p, Members.NONE, turn.handlers.planMigration.handle(view(turn, p), request));
    }

    private boolean admit(Turn turn, int p, Entry base, int backup) {
        AdmitBackup.Request request = new AdmitBackup.Request(base, backup);
        return propose(turn, "Propose", p, backup, turn.handlers.admitBackup.handle(view(turn, p), request));
    }

    private boolean remove(Turn turn, int p, Entry base, int backup) {
        RemoveReplica.Request request = new RemoveReplica.Request(base, backup);
        return propose(turn, "Propose", p, backup, turn.handlers.removeReplica.handle(view(turn, p), request));
    }

    private boolean switchTo(Turn turn, int p, Entry base, int backup) {
        SwitchPrimary.Request request = new SwitchPrimary.Request(base, backup);
        return propose(turn, "Propose", p, backup, turn.handlers.switchPrimary.handle(view(turn, p), request));
    }

    /**
     * Proposes what was decided.
     *
     * @param action what the registers call it, for the trail
     * @param member whom it is about, for the trail
     */
    private static boolean propose(Turn turn, String action, int p, int member, Step<MasterView> decision) {
        MasterView decided = decision.state();
        return decision.accepted()
                && turn.propose(action, p, new About(p, member), decided.decided(), decided.proposed());
    }
}
