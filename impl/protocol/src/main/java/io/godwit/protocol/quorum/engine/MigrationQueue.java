package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.Members;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.plan.NextStep.Migrate;
import io.godwit.protocol.scheduler.Schedule;

/**
 * Migrations that wait for a place at both of their members, and those that have one. It is kept up partition by partition, so
 * that whoever gets free takes on the next migration at once and nobody looks through all partitions for it. Immutable.
 *
 * @param target what was planned when the queue was made
 * @param cluster the members as they were then
 * @param schedule what waits and what runs
 */
public record MigrationQueue(Target target, ClusterView cluster, Schedule<Migrate> schedule) {
    /** There is no queue. */
    public static final MigrationQueue NONE =
            new MigrationQueue(Target.NONE, MasterState.MembershipView.NOBODY, Schedule.empty(0, 1));

    /** What a migration is called in the queue that the master did not start from it. */
    static final Migrate OTHERS = new Migrate(Members.NONE, Members.NONE, false);

    /** Was it made for this plan and these members? */
    @SuppressWarnings("ReferenceEquality") // a plan is made once
    boolean isFor(Target newTarget, ClusterView newCluster) {
        return target == newTarget && cluster.equals(newCluster);
    }

    /** Is there any? */
    boolean exists() {
        return target.isPlanned();
    }

    MigrationQueue with(Schedule<Migrate> newSchedule) {
        return new MigrationQueue(target, cluster, newSchedule);
    }
}
