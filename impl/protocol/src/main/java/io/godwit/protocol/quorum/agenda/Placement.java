package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.Arranger;
import io.godwit.protocol.planner.MemberGroups;
import io.godwit.protocol.planner.Style;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.plan.NextStep;
import io.godwit.protocol.quorum.plan.NextStep.Migrate;
import io.godwit.protocol.quorum.plan.NextStep.Switch;
import io.godwit.protocol.quorum.plan.QuorumPlanner;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Optional;

/**
 * Where copies go: towards the arrangement that is planned for the members that live and stay, missing copies first. No
 * member takes part in more migrations at once than the cluster was told, as source or as destination; the data always come
 * from the primary. How many a member takes part in is read off the table, so that a new master counts those that it did not
 * start.
 */
final class Placement {
    private final Decisions decisions;

    Placement(Decisions decisions) {
        this.decisions = decisions;
    }

    /** Plans, if others than before may hold replicas, and starts what migrations there is room for. */
    void place(Turn turn) {
        plan(turn);
        Load load = load(turn);
        start(turn, load, true);
        start(turn, load, false);
    }

    private static void plan(Turn turn) {
        Cluster cluster = turn.office.cluster();
        MemberSet members = turn.handlers.planMigration.holders(cluster);
        if (members.isEmpty() || members.equals(turn.office.target().members())) {
            return;
        }
        PartitionVector<Arrangement> now = PartitionVector.of(
                turn.setup.partitions(), p -> QuorumPlanner.arrangement(latest(turn, p), cluster.copies()));
        turn.office = turn.office.aimingAt(new Target(
                members,
                Arranger.arrange(now, MemberGroups.each(members), cluster.copies(), Style.PRIMARY_AND_BACKUPS)));
    }

    private static Load load(Turn turn) {
        Load load = new Load();
        for (int p = 0; p < turn.setup.partitions(); p++) {
            Configuration c = latest(turn, p);
            if (c.isMigrating()) {
                load.add(c.primary());
                load.add(c.destination());
            }
        }
        return load;
    }

    private void start(Turn turn, Load load, boolean urgent) {
        for (int p = 0; p < turn.setup.partitions(); p++) {
            Configuration c = turn.control.committed().get(p).configuration();
            if (decisions.isFree(turn, p)
                    && !turn.office.cluster().isDead(c.primary())
                    && load.of(c.primary()) < turn.setup.parallel()
                    && next(turn, p).orElse(null) instanceof Migrate step
                    && step.urgent() == urgent
                    && load.of(step.destination()) < turn.setup.parallel()
                    && decisions.start(turn, p, source(turn, step), step.destination())) {
                load.add(c.primary());
                load.add(step.destination());
            }
        }
    }

    /** The place of a dead backup is taken without it: a migration away from a member that is dead would be given up. */
    private static int source(Turn turn, Migrate step) {
        return turn.office.cluster().isDead(step.source()) ? Members.NONE : step.source();
    }

    private static Optional<NextStep> next(Turn turn, int p) {
        return turn.office.target().isPlanned()
                ? QuorumPlanner.next(
                        turn.control.committed().get(p).configuration(),
                        turn.office.target().arrangements().get(p))
                : Optional.empty();
    }

    private static Configuration latest(Turn turn, int p) {
        Entry outstanding = turn.control.outstanding().get(p);
        return (outstanding.isNone() ? turn.control.committed().get(p) : outstanding).configuration();
    }

    /** Has the replica no place in the plan? Nobody has lost its place as long as there is none. */
    boolean isUnwanted(Turn turn, int p, int member) {
        return turn.office.target().isPlanned()
                && !turn.office.target().arrangements().get(p).holds(member);
    }

    /** Who is to be primary in place of the one that is, or {@code NONE}. */
    int successor(Turn turn, int p) {
        return next(turn, p).orElse(null) instanceof Switch step
                        && !turn.office.cluster().isDead(step.member())
                ? step.member()
                : Members.NONE;
    }
}
