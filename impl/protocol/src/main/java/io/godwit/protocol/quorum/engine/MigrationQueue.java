package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.plan.NextStep.Migrate;
import io.godwit.protocol.scheduler.Schedule;

/**
 * Migrations that wait until both of their members are free, and those that run. It is updated partition by partition, so
 * that a member that becomes free starts the next migration at once, without a search through all partitions. Immutable.
 *
 * @param target the plan for which the queue was made
 * @param cluster the members at that time
 * @param schedule the waiting and the running migrations
 */
public record MigrationQueue(Target target, ClusterView cluster, Schedule<Migrate> schedule) {
    /** No queue. */
    public static final MigrationQueue NONE =
            new MigrationQueue(Target.NONE, MasterState.MembershipView.NOBODY, Schedule.empty(0, 1));

    /** Placeholder for a running migration that was not started from this queue. */
    static final Migrate OTHERS = new Migrate(Members.NONE, Members.NONE, false);

    /** Was it made for this plan and these members? */
    @SuppressWarnings("ReferenceEquality") // a plan is made once
    boolean isFor(Target newTarget, ClusterView newCluster) {
        return target == newTarget && cluster.equals(newCluster);
    }

    /** Is there a queue? */
    boolean exists() {
        return target.isPlanned();
    }

    MigrationQueue with(Schedule<Migrate> newSchedule) {
        return new MigrationQueue(target, cluster, newSchedule);
    }
}
