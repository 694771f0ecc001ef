package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.PassiveReports;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;

/**
 * What a master keeps beside its registers. It starts with nothing and is forgotten with the mastership. Immutable.
 *
 * @param membership the members
 * @param vouched per partition, the members that have caught up according to the primary
 * @param plan the planned places of replicas
 * @param progress what it has sent to others
 * @param timers times of its next periodic tasks
 * @param passive what primaries have reported while the cluster is to be {@code PASSIVE}
 */
public record MasterState(
        MembershipView membership,
        PartitionVector<CaughtUpVersions> vouched,
        MigrationPlan plan,
        Progress progress,
        Timers timers,
        PassiveReports passive) {
    /**
     * The members, as the master sees them.
     *
     * @param since time at which it became master
     * @param heard time at which it last heard each member
     * @param cluster the resulting view
     * @param gone members that have been dead for {@link Timing#REMOVAL_DELAY}, and are removed
     */
    record MembershipView(long since, LongMap<Long> heard, ClusterView cluster, MemberSet gone) {
        /** An empty membership. */
        static final ClusterView NOBODY = new ClusterView(MemberSet.of(), MemberSet.of(), MemberSet.of(), 1);

        /** A view in which these members were heard now. */
        private static MembershipView begin(long now, MemberSet members) {
            LongMap<Long> heard = LongMap.empty();
            for (int i = 0; i < members.size(); i++) {
                heard = heard.with(members.get(i), now);
            }
            return new MembershipView(now, heard, NOBODY, MemberSet.of());
        }
    }

    /**
     * The planned arrangement, and the migrations that lead there.
     *
     * @param target the planned replicas
     * @param queue migrations that lead there, waiting and running
     */
    record MigrationPlan(Target target, MigrationQueue queue) {
        /** None. */
        private static final MigrationPlan NONE = new MigrationPlan(Target.NONE, MigrationQueue.NONE);
    }

    /**
     * What was sent to other members, and asked at the last round.
     *
     * @param published decisions that all other members have been sent
     * @param lastRound proposals and decisions at the last round
     * @param preferred a majority of the voters that is asked first, because it answered first; empty if all are asked
     */
    record Progress(PartitionVector<Entry> published, LastRound lastRound, MemberSet preferred) {
        /** Only these decisions, which all have been sent. */
        static Progress of(PartitionVector<Entry> published) {
            return new Progress(published, LastRound.NOTHING, MemberSet.of());
        }
    }

    /**
     * Times, in microseconds of the member's clock.
     *
     * @param publishing when decisions are next sent to all others
     * @param heartbeat time of the next heartbeat
     * @param round time of the next round
     */
    record Timers(long publishing, long heartbeat, long round) {}

    /**
     * Proposals and decisions of a master at its last round. Only those that have been waiting since then are retransmitted.
     *
     * @param outstanding the undecided proposals
     * @param committed the decisions
     * @param gone members that were gone
     */
    record LastRound(PartitionVector<Entry> outstanding, PartitionVector<Entry> committed, MemberSet gone) {
        private static final PartitionVector<Entry> NO_ENTRIES = PartitionVector.filled(0, Entry.NONE);

        /** Nothing. */
        static final LastRound NOTHING = new LastRound(NO_ENTRIES, NO_ENTRIES, MemberSet.of());

        /** Was the entry undecided then? */
        @SuppressWarnings("ReferenceEquality") // an entry is made once
        boolean hadOutstanding(int partition, Entry entry) {
            return outstanding.size() > 0 && outstanding.get(partition) == entry;
        }

        /** Was the entry decided then? */
        @SuppressWarnings("ReferenceEquality") // as above
        boolean hadCommitted(int partition, Entry entry) {
            return committed.size() > 0 && committed.get(partition) == entry;
        }
    }

    /** The state of a member that is not master. */
    public static final MasterState NONE = begin(0, MemberSet.of(), LastRound.NO_ENTRIES);

    /** The state of a master that has just been elected; these members are assumed to be alive. */
    static MasterState begin(long now, MemberSet members, PartitionVector<Entry> committed) {
        return new MasterState(
                MembershipView.begin(now, members),
                PartitionVector.filled(committed.size(), CaughtUpVersions.NOBODY),
                MigrationPlan.NONE,
                Progress.of(committed),
                new Timers(now, now, now),
                PassiveReports.none(Version.NONE, committed.size()));
    }

    /** After a sign of life of a member. */
    MasterState heardFrom(int member, long now) {
        return with(new MembershipView(
                membership.since, membership.heard.with(member, now), membership.cluster, membership.gone));
    }

    /** With the members of a partition that are reported as caught up. */
    MasterState withVouched(int partition, CaughtUpVersions reports) {
        return new MasterState(membership, vouched.with(partition, reports), plan, progress, timers, passive);
    }

    /** With another view of the members. */
    MasterState withCluster(ClusterView newCluster, MemberSet newGone) {
        return with(new MembershipView(membership.since, membership.heard, newCluster, newGone));
    }

    /** With another plan. */
    MasterState withTarget(Target newTarget) {
        return with(new MigrationPlan(newTarget, plan.queue));
    }

    /** With another queue. */
    MasterState withQueue(MigrationQueue newQueue) {
        return with(new MigrationPlan(plan.target, newQueue));
    }

    /** After these decisions were sent to all others, with the time of the next ones. */
    MasterState withPublished(PartitionVector<Entry> newPublished, long time) {
        return with(new Progress(newPublished, progress.lastRound, progress.preferred))
                .with(new Timers(time, timers.heartbeat, timers.round));
    }

    /** With other preferred voters; empty if all are asked. */
    MasterState withPreferred(MemberSet newPreferred) {
        return with(new Progress(progress.published, progress.lastRound, newPreferred));
    }

    /** After a round. */
    MasterState withLastRound(LastRound newLastRound) {
        return with(new Progress(progress.published, newLastRound, progress.preferred));
    }

    /** With the time of the next heartbeat. */
    MasterState withNextHeartbeat(long time) {
        return with(new Timers(timers.publishing, time, timers.round));
    }

    /** With the time of the next round. */
    MasterState withNextRound(long time) {
        return with(new Timers(timers.publishing, timers.heartbeat, time));
    }

    /** With other reports about {@code PASSIVE}. */
    MasterState with(PassiveReports other) {
        return new MasterState(membership, vouched, plan, progress, timers, other);
    }

    private MasterState with(MembershipView other) {
        return new MasterState(other, vouched, plan, progress, timers, passive);
    }

    private MasterState with(MigrationPlan other) {
        return new MasterState(membership, vouched, other, progress, timers, passive);
    }

    private MasterState with(Progress other) {
        return new MasterState(membership, vouched, plan, other, timers, passive);
    }

    private MasterState with(Timers other) {
        return new MasterState(membership, vouched, plan, progress, other, passive);
    }

    /** The members, as the master sees them. */
    public ClusterView cluster() {
        return membership.cluster;
    }

    /** Members that have been dead for {@link Timing#REMOVAL_DELAY}, and are removed. */
    public MemberSet gone() {
        return membership.gone;
    }

    /** The planned replicas. */
    public Target target() {
        return plan.target;
    }

    /** The queue of migrations. */
    public MigrationQueue queue() {
        return plan.queue;
    }

    /** A majority of the voters that is asked first; empty if all are asked. */
    public MemberSet preferred() {
        return progress.preferred;
    }

    /** Was the member heard since the mastership began? */
    boolean hasHeard(int member) {
        Long last = membership.heard.get(member);
        return last != null && last > membership.since;
    }

    /** Was the member silent for that long, or never heard of? */
    boolean isSilent(int member, long now, long silence) {
        Long last = membership.heard.get(member);
        return last == null || now - last > silence;
    }
}
