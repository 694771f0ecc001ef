package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.planner.Arranger;
import io.godwit.protocol.planner.MemberGroups;
import io.godwit.protocol.planner.Style;
import io.godwit.protocol.quorum.data.decision.ClusterView;
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
 * start. Which waits for whom is kept in a {@link MigrationQueue}: when something was decided about a partition only that one is looked
 * at, and then whatever there is room for starts.
 */
final class Placement {
    private final Decisions decisions;

    Placement(Decisions decisions) {
        this.decisions = decisions;
    }

    /** Plans, if others than before may hold replicas, and starts what migrations there is room for. */
    void place(StepContext context) {
        if (!context.local.balancing()) {
            context.master = context.master.withQueue(MigrationQueue.NONE);
            return;
        }
        plan(context);
        if (!context.master.queue().isFor(context.master.target(), context.master.cluster())) {
            queue(context);
        }
        start(context);
    }

    private static void plan(StepContext context) {
        ClusterView cluster = context.master.cluster();
        MemberSet members = context.quorum.migration().holders(cluster);
        if (members.isEmpty() || members.equals(context.master.target().members())) {
            return;
        }
        int width = context.setup.width();
        List<PartitionVector<Arrangement>> ranges = new ArrayList<>();
        for (int range = 0; range < cluster.copies().ranges(); range++) {
            int first = range * width;
            int copies = cluster.copies().ofRange(range);
            PartitionVector<Arrangement> now =
                    PartitionVector.of(width, p -> QuorumPlanner.arrangement(latest(context, first + p), copies));
            ranges.add(Arranger.arrange(now, MemberGroups.each(members), copies, Style.PRIMARY_AND_BACKUPS));
        }
        PartitionVector<Arrangement> all = ranges.size() == 1
                ? ranges.get(0)
                : PartitionVector.of(
                        context.setup.partitions(), p -> ranges.get(p / width).get(p % width));
        context.master = context.master.withTarget(new Target(members, all));
    }

    /** Looks through all partitions for what the plan makes of them. */
    private void queue(StepContext context) {
        context.master = context.master.withQueue(new MigrationQueue(
                context.master.target(),
                context.master.cluster(),
                Schedule.empty(context.setup.partitions(), context.setup.parallel())));
        for (int p = 0; p < context.setup.partitions(); p++) {
            decisions.consider(context, p);
        }
    }

    /** Puts a partition's next migration into the queue, or takes note of the one that goes on. */
    void enqueue(StepContext context, int p) {
        MigrationQueue queue = context.master.queue();
        if (queue.exists()) {
            Schedule<Migrate> queued = enqueue(context, p, queue.schedule());
            context.master = context.master.withQueue(queue.with(queued));
        }
    }

    private Schedule<Migrate> enqueue(StepContext context, int p, Schedule<Migrate> schedule) {
        Configuration c = latest(context, p);
        Job<Migrate> running = schedule.running(p).orElse(null);
        if (c.isMigrating()) {
            boolean counted =
                    running != null && running.source() == c.primary() && running.destination() == c.destination();
            return counted
                    ? schedule
                    : schedule.adopt(
                            new Job<>(p, Urgency.BALANCE, c.primary(), c.destination(), MigrationQueue.OTHERS));
        }
        return schedule.finish(p).plan(p, jobs(context, p));
    }

    private List<Job<Migrate>> jobs(StepContext context, int p) {
        Configuration c = context.control().committed().get(p).configuration();
        return decisions.isFree(context, p)
                        && !context.master.cluster().isDead(c.primary())
                        && next(context, p).orElse(null) instanceof Migrate step
                ? List.of(new Job<>(
                        p, step.urgent() ? Urgency.REPAIR : Urgency.BALANCE, c.primary(), step.destination(), step))
                : List.of();
    }

    /** Starts what there is room for. */
    void start(StepContext context) {
        while (context.master.queue().schedule().isWaiting()) {
            Schedule.Started<Migrate> started =
                    context.master.queue().schedule().start();
            context.master = context.master.withQueue(context.master.queue().with(started.schedule()));
            for (Job<Migrate> job : started.jobs()) {
                if (!decisions.start(context, job.partition(), source(context, job.work()), job.destination())) {
                    MigrationQueue queue = context.master.queue();
                    context.master =
                            context.master.withQueue(queue.with(queue.schedule().finish(job.partition())));
                }
            }
            if (started.jobs().isEmpty()) {
                return;
            }
        }
    }

    /** The place of a dead backup is taken without it: a migration away from a member that is dead would be given up. */
    private static int source(StepContext context, Migrate step) {
        return context.master.cluster().isDead(step.source()) ? Members.NONE : step.source();
    }

    private static Optional<NextStep> next(StepContext context, int p) {
        return context.master.target().isPlanned()
                ? QuorumPlanner.next(
                        context.control().committed().get(p).configuration(),
                        context.master.target().arrangements().get(p))
                : Optional.empty();
    }

    private static Configuration latest(StepContext context, int p) {
        Entry outstanding = context.control().outstanding().get(p);
        return (outstanding.isNone() ? context.control().committed().get(p) : outstanding).configuration();
    }

    /** Has the replica no place in the plan? Nobody has lost its place as long as there is none. */
    boolean isUnwanted(StepContext context, int p, int member) {
        return context.master.target().isPlanned()
                && !context.master.target().arrangements().get(p).holds(member);
    }

    /** Who is to be primary in place of the one that is, or {@code NONE}. */
    int successor(StepContext context, int p) {
        return next(context, p).orElse(null) instanceof Switch step
                        && !context.master.cluster().isDead(step.member())
                ? step.member()
                : Members.NONE;
    }
}
