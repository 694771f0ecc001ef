package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Zones;
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
 * Moves copies towards the arrangement that is planned for the members that are up and not leaving, missing copies first.
 * Copies of a partition are in different zones as far as there are any.
 * Each range of partitions is arranged separately and balanced in itself. No member takes part in more concurrent migrations
 * than configured, as source or as destination; the data always come from the primary. The migrations of a member are
 * counted in the table, so that a new master counts those that it did not start. Waiting migrations are in a {@link
 * MigrationQueue}: after a decision about a partition only that partition is considered, and then every migration starts for
 * which there is room.
 */
final class Placement {
    private final Decisions decisions;

    Placement(Decisions decisions) {
        this.decisions = decisions;
    }

    /** Plans again if the set of eligible members or their zones have changed, and starts the migrations for which there is room. */
    void place(StepContext context) {
        if (!context.voting().state().allowsCopies()) {
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
        Zones zones = context.peers().zones().of(members);
        if (members.isEmpty() || context.master.target().isFor(members, zones)) {
            return;
        }
        int width = context.setup.width();
        MemberGroups groups = MemberGroups.of(zones.divide(members));
        List<PartitionVector<Arrangement>> ranges = new ArrayList<>();
        for (int range = 0; range < cluster.copies().ranges(); range++) {
            int first = range * width;
            int copies = cluster.copies().ofRange(range);
            PartitionVector<Arrangement> now =
                    PartitionVector.of(width, p -> QuorumPlanner.arrangement(latest(context, first + p), copies));
            ranges.add(Arranger.arrange(now, groups, copies, Style.PRIMARY_AND_BACKUPS));
        }
        PartitionVector<Arrangement> all = ranges.size() == 1
                ? ranges.get(0)
                : PartitionVector.of(
                        context.setup.partitions(), p -> ranges.get(p / width).get(p % width));
        context.master = context.master.withTarget(new Target(members, zones, all));
    }

    /** Makes a queue for the plan, with the migrations of all partitions. */
    private void queue(StepContext context) {
        context.master = context.master.withQueue(new MigrationQueue(
                context.master.target(),
                context.master.cluster(),
                Schedule.empty(context.setup.partitions(), context.setup.parallel())));
        for (int p = 0; p < context.setup.partitions(); p++) {
            decisions.consider(context, p);
        }
    }

    /** Puts a partition's next migration into the queue, or counts the running one. */
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
                        && context.quorum
                                .states()
                                .mayMigrate(context.voting().state(), source(context, step), step.urgent())
                ? List.of(new Job<>(
                        p, step.urgent() ? Urgency.REPAIR : Urgency.BALANCE, c.primary(), step.destination(), step))
                : List.of();
    }

    /** Starts the migrations for which there is room. */
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

    /** The source, or none if it is dead: a migration away from a dead member would be abandoned. */
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

    /** Has the replica no place in the plan? False while there is no plan. */
    boolean isUnwanted(StepContext context, int p, int member) {
        return context.master.target().isPlanned()
                && !context.master.target().arrangements().get(p).holds(member);
    }

    /** The planned primary, if it is another replica and up, or {@code NONE}. */
    int successor(StepContext context, int p) {
        return next(context, p).orElse(null) instanceof Switch step
                        && !context.master.cluster().isDead(step.member())
                ? step.member()
                : Members.NONE;
    }
}
