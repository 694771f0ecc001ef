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
import io.godwit.protocol.scheduler.Job;
import io.godwit.protocol.scheduler.Schedule;
import io.godwit.protocol.scheduler.Urgency;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where copies go: towards the arrangement that is planned for the members that live and stay, missing copies first. Each
 * range of partitions is arranged for itself, so that each is balanced, and all together are as far as that many are. No
 * member takes part in more migrations at once than the cluster was told, as source or as destination; the data always come
 * from the primary. How many a member takes part in is read off the table, so that a new master counts those that it did not
 * start. Which waits for whom is kept in a {@link Queue}: when something was decided about a partition only that one is looked
 * at, and then whatever there is room for starts.
 */
final class Placement {
    private final Decisions decisions;

    Placement(Decisions decisions) {
        this.decisions = decisions;
    }

    /** Plans, if others than before may hold replicas, and starts what migrations there is room for. */
    void place(Turn turn) {
        if (!turn.balancing) {
            turn.office = turn.office.queueing(Queue.NONE);
            return;
        }
        plan(turn);
        if (!turn.office.queue().isFor(turn.office.target(), turn.office.cluster())) {
            queue(turn);
        }
        start(turn);
    }

    private static void plan(Turn turn) {
        Cluster cluster = turn.office.cluster();
        MemberSet members = turn.quorum.migration().holders(cluster);
        if (members.isEmpty() || members.equals(turn.office.target().members())) {
            return;
        }
        int width = turn.setup.width();
        List<PartitionVector<Arrangement>> ranges = new ArrayList<>();
        for (int range = 0; range < cluster.copies().ranges(); range++) {
            int first = range * width;
            int copies = cluster.copies().ofRange(range);
            PartitionVector<Arrangement> now =
                    PartitionVector.of(width, p -> QuorumPlanner.arrangement(latest(turn, first + p), copies));
            ranges.add(Arranger.arrange(now, MemberGroups.each(members), copies, Style.PRIMARY_AND_BACKUPS));
        }
        PartitionVector<Arrangement> all = ranges.size() == 1
                ? ranges.get(0)
                : PartitionVector.of(
                        turn.setup.partitions(), p -> ranges.get(p / width).get(p % width));
        turn.office = turn.office.aimingAt(new Target(members, all));
    }

    /** Looks through all partitions for what the plan makes of them. */
    private void queue(Turn turn) {
        turn.office = turn.office.queueing(new Queue(
                turn.office.target(),
                turn.office.cluster(),
                Schedule.empty(turn.setup.partitions(), turn.setup.parallel())));
        for (int p = 0; p < turn.setup.partitions(); p++) {
            decisions.consider(turn, p);
        }
    }

    /** Puts a partition's next migration into the queue, or takes note of the one that goes on. */
    void line(Turn turn, int p) {
        Queue queue = turn.office.queue();
        if (queue.exists()) {
            Schedule<Migrate> lined = line(turn, p, queue.schedule());
            turn.office = turn.office.queueing(queue.with(lined));
        }
    }

    private Schedule<Migrate> line(Turn turn, int p, Schedule<Migrate> schedule) {
        Configuration c = latest(turn, p);
        Job<Migrate> running = schedule.running(p).orElse(null);
        if (c.isMigrating()) {
            boolean counted =
                    running != null && running.source() == c.primary() && running.destination() == c.destination();
            return counted
                    ? schedule
                    : schedule.adopt(new Job<>(p, Urgency.BALANCE, c.primary(), c.destination(), Queue.OTHERS));
        }
        return schedule.finish(p).plan(p, jobs(turn, p));
    }

    private List<Job<Migrate>> jobs(Turn turn, int p) {
        Configuration c = turn.control.committed().get(p).configuration();
        return decisions.isFree(turn, p)
                        && !turn.office.cluster().isDead(c.primary())
                        && next(turn, p).orElse(null) instanceof Migrate step
                ? List.of(new Job<>(
                        p, step.urgent() ? Urgency.REPAIR : Urgency.BALANCE, c.primary(), step.destination(), step))
                : List.of();
    }

    /** Starts what there is room for. */
    void start(Turn turn) {
        while (turn.office.queue().schedule().isWaiting()) {
            Schedule.Started<Migrate> started = turn.office.queue().schedule().start();
            turn.office = turn.office.queueing(turn.office.queue().with(started.schedule()));
            for (Job<Migrate> job : started.jobs()) {
                if (!decisions.start(turn, job.partition(), source(turn, job.work()), job.destination())) {
                    Queue queue = turn.office.queue();
                    turn.office =
                            turn.office.queueing(queue.with(queue.schedule().finish(job.partition())));
                }
            }
            if (started.jobs().isEmpty()) {
                return;
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
