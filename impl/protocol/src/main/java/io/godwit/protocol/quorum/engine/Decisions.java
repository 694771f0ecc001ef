package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.ClusterStates;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.LearnerMigration;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.function.Function;

/**
 * Chooses the master's next decision about a partition, the most urgent first: it replaces a dead primary, evicts dead
 * backups, abandons an orphaned migration, admits a member that has caught up, removes a surplus replica, and then creates
 * and moves copies ({@link Placement}). A partition has one decision at a time; when that is decided, the partition is
 * considered again. In {@code STOPPING} nothing of this is chosen; only restarted primaries get the versions for which they wait.
 * With {@code on-loss: empty} it declares partitions lost ({@code spec/quorum/DeclareLost.tla}).
 */
final class Decisions {
    private final Placement placement = new Placement(this);

    /** A primary reports that a member has caught up. */
    void caughtUp(StepContext context, int from, CaughtUp report) {
        if (!context.isMaster()) {
            return;
        }
        int p = report.partition();
        Step<MasterView> step =
                Step.of(view(context, p), v -> context.quorum.migration().handleCaughtUp(v, from, report));
        if (step.accepted()) {
            context.master = context.master.withVouched(p, step.state().vouched());
            consider(context, p);
        }
    }

    /** A restarted primary reports that it waits for a newer version. */
    void resumed(StepContext context, int from, Resumed report) {
        int p = report.partition();
        if (isFree(context, p)) {
            propose(context, "Propose", p, Members.NONE, view(context, p), v -> context.quorum
                    .durable()
                    .restampResumed(v, from, report));
        }
    }

    /**
     * Declares the partitions without backups lost whose only copies were at members that are gone for longer than {@link
     * Setup#lossDelay}.
     */
    void declareLostByItself(StepContext context) {
        long delay = context.setup.lossDelay();
        MemberSet lost = delay == Setup.NEVER ? MemberSet.of() : silentFor(context, Timing.GONE_SILENCE + delay);
        for (int p = 0; !lost.isEmpty() && p < context.setup.partitions(); p++) {
            Configuration c = context.control().committed().get(p).configuration();
            if (context.setup.copies().of(p) == 1 && c.inSyncSize() > 0 && lost.containsAll(c.inSync())) {
                declareLost(context, p, anyoneLeft(context, p, c));
            }
        }
    }

    private static MemberSet silentFor(StepContext context, long silence) {
        return context.master.gone().filter(m -> context.master.isSilent(m, context.now(), silence));
    }

    /**
     * The member that goes on with a lost partition, {@code AnyoneLeft}. It is the master, if the master has no copy. Otherwise it is a
     * member that takes no part in the partition: such a member drops its copy when it learns that. If there is none, it is the master
     * with its copy, which is not in sync.
     */
    private static int anyoneLeft(StepContext context, int p, Configuration c) {
        ClusterView cluster = context.master.cluster();
        MemberSet others = cluster.up()
                .without(context.self())
                .minus(c.participants())
                .minus(context.peers().leaving());
        return context.data().replica(p).log().isEmpty() || others.isEmpty() ? context.self() : others.get(0);
    }

    /** The operator, or {@code on-loss}, declares a partition lost. */
    void declareLost(StepContext context, int p, int member) {
        if (!context.isMaster()
                || !isFree(context, p)
                || !context.quorum.states().mayRepair(context.voting().state())
                || !mayLead(context, member)) {
            return;
        }
        MasterView view = view(context, p);
        Entry base = view.decided();
        Step<MasterView> step = Step.of(view, v -> context.quorum.declareLost().declare(v, base, member));
        if (step.accepted() && context.quorum.declareLost().isDeclarationDue(view, base)) {
            context.proposeDeclared(
                    p, new ActionSubject(p, member), base, step.state().proposed());
        }
    }

    /**
     * Considers all partitions if the members have changed since the last round. Otherwise only the partitions that were
     * decided since then: each was considered when it was decided, and is considered once more.
     *
     * @param before the state of the last round
     */
    void considerAll(StepContext context, MasterState.LastRound before) {
        if (context.master.queue().isFor(context.master.target(), context.master.cluster())
                && before.gone().equals(context.master.gone())) {
            before.committed().differences(context.control().committed(), p -> decideIfFree(context, p));
        } else {
            for (int p = 0; p < context.setup.partitions(); p++) {
                decideIfFree(context, p);
            }
        }
        placement.place(context);
    }

    /** Considers the partitions whose primary a member may become from now on, because it goes by the state of the cluster. */
    void considerNewcomer(StepContext context, int member) {
        for (int p = 0; p < context.setup.partitions(); p++) {
            if (context.control().committed().get(p).configuration().isParticipant(member)) {
                decideIfFree(context, p);
            }
        }
    }

    private void decideIfFree(StepContext context, int p) {
        if (isFree(context, p)) {
            decide(context, p);
        }
    }

    /** Makes the decision that is due for a partition, and updates its place in the queue. */
    void consider(StepContext context, int p) {
        decideIfFree(context, p);
        placement.enqueue(context, p);
    }

    /** A change of a partition was proposed or decided. */
    void changed(StepContext context, int p) {
        placement.enqueue(context, p);
    }

    /** Starts the migrations that have become possible. */
    void start(StepContext context) {
        placement.start(context);
    }

    /** May something be proposed? */
    boolean isFree(StepContext context, int p) {
        return context.quorum.registers().isOpen(context.control(), p);
    }

    private boolean decide(StepContext context, int p) {
        MasterView view = view(context, p);
        ClusterStates states = context.quorum.states();
        ClusterState state = context.voting().state();
        if (states.mayRepair(state)) {
            if (context.quorum.promotion().isPromotionDue(view, view.decided())) {
                return promote(context, p, view, false) || promote(context, p, view, true);
            } else if (repair(context, p, view)) {
                return true;
            }
        }
        return states.mayFinish(state) && finish(context, p, view);
    }

    /** Evicts a dead backup, or gives up a migration that needs a dead member. */
    private static boolean repair(StepContext context, int p, MasterView view) {
        Entry base = view.decided();
        Configuration c = base.configuration();
        FencedReplication replication = context.quorum.replication();
        LearnerMigration migration = context.quorum.migration();
        for (int i = 1; i < c.size(); i++) {
            int backup = c.replica(i);
            if (c.isInSync(backup) && replication.isEvictionDue(view, backup)) {
                return propose(context, "Repair", p, backup, view, v -> replication.evictBackup(v, base, backup));
            }
        }
        return c.isMigrating()
                && migration.isAbortDue(view, base)
                && propose(context, "AbandonMigration", p, Members.NONE, view, v -> migration.abortMigration(v, base));
    }

    /** Finishes a migration, admits a member that has caught up, removes a surplus replica, or switches the primary. */
    private boolean finish(StepContext context, int p, MasterView view) {
        Entry base = view.decided();
        Configuration c = base.configuration();
        LearnerMigration migration = context.quorum.migration();
        if (c.isMigrating()
                && migration.isVouched(view, c.destination(), base)
                && (c.source() != c.primary() || mayLead(context, c.destination()))
                && propose(
                        context, "FinishMigration", p, Members.NONE, view, v -> migration.finishMigration(v, base))) {
            return true;
        }
        for (int i = 1; i < c.size(); i++) {
            int backup = c.replica(i);
            // One that the primary hears and the master does not would be evicted again.
            if (!c.isInSync(backup)
                    && !view.cluster().isDead(backup)
                    && migration.isVouched(view, backup, base)
                    && propose(context, "Propose", p, backup, view, v -> migration.admitBackup(v, base, backup))) {
                return true;
            }
        }
        return removeOne(context, p, view) || switchAway(context, p, view);
    }

    /**
     * Promotes the first backup that lives and may be primary.
     *
     * @param leaving one that leaves, or one that stays?
     */
    private static boolean promote(StepContext context, int p, MasterView view, boolean leaving) {
        Entry base = view.decided();
        Configuration c = base.configuration();
        for (int i = 1; i < c.size(); i++) {
            int member = c.replica(i);
            if (!view.cluster().isDead(member)
                    && context.peers().leaving().contains(member) == leaving
                    && mayLead(context, member)
                    && propose(context, "Repair", p, c.primary(), view, v -> context.quorum
                            .promotion()
                            .promote(v, base, member))) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayLead(StepContext context, int member) {
        return context.quorum.states().mayLead(context.control(), member);
    }

    /** While no copies are made, a member that is gone keeps its place, so that it may join again. */
    private boolean removeOne(StepContext context, int p, MasterView view) {
        if (!context.voting().state().allowsCopies()) {
            return false;
        }
        Entry base = view.decided();
        Configuration c = base.configuration();
        for (int i = c.size() - 1; i > 0; i--) {
            int member = c.replica(i);
            boolean gone = context.master.gone().contains(member)
                    || context.master.membership().heard().get(member) == null;
            if (gone && !c.isInSync(member) && remove(context, p, view, member)) {
                return true;
            }
        }
        for (int i = c.size() - 1; i > 0; i--) {
            int member = c.replica(i);
            if (!view.cluster().isDead(member)
                    && placement.isUnwanted(context, p, member)
                    && context.quorum.replication().isRemovalDue(view, base, member)
                    && remove(context, p, view, member)) {
                return true;
            }
        }
        return false;
    }

    /** A primary that is leaving, or that the plan has as a backup, is replaced by another replica. */
    private boolean switchAway(StepContext context, int p, MasterView view) {
        int successor = placement.successor(context, p);
        return successor != Members.NONE
                && context.voting().state().allowsMigrations()
                && mayLead(context, successor)
                && propose(context, "Propose", p, successor, view, v -> context.quorum
                        .promotion()
                        .switchPrimary(v, view.decided(), successor));
    }

    private static MasterView view(StepContext context, int p) {
        ClusterView cluster = context.master.cluster();
        return new MasterView(
                context.control().committed().get(p),
                context.master.vouched().get(p),
                cluster,
                cluster.copies().of(p),
                Configuration.NONE);
    }

    /** Starts a migration. */
    boolean start(StepContext context, int p, int source, int destination) {
        MasterView view = view(context, p);
        return propose(context, "StartMigration", p, Members.NONE, view, v -> context.quorum
                .migration()
                .startMigration(v, view.decided(), source, destination));
    }

    private static boolean remove(StepContext context, int p, MasterView view, int backup) {
        return propose(context, "Propose", p, backup, view, v -> context.quorum
                .replication()
                .removeReplica(v, view.decided(), backup));
    }

    /**
     * Decides, and proposes the result.
     *
     * @param action the name of the action in the registers, for the listener
     * @param member the member concerned, for the listener
     * @param view what the decision goes by
     */
    private static boolean propose(
            StepContext context,
            String action,
            int p,
            int member,
            MasterView view,
            Function<MasterView, Step<MasterView>> decision) {
        Step<MasterView> step = Step.of(view, decision);
        return step.accepted()
                && context.propose(
                        action,
                        p,
                        new ActionSubject(p, member),
                        view.decided(),
                        step.state().proposed());
    }
}
