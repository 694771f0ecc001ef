package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.table.Entry;

/**
 * What a master keeps beside its registers. It starts with nothing and is forgotten with the mastership. Immutable.
 *
 * @param membership who is there
 * @param vouched per partition, who is caught up by the word of the primary
 * @param plan where the replicas are to go
 * @param progress what it has said to others
 * @param timers what it does next, and when
 */
public record MasterState(
        MembershipView membership,
        PartitionVector<CaughtUpVersions> vouched,
        MigrationPlan plan,
        Progress progress,
        Timers timers) {
    /**
     * The members, as the master sees them.
     *
     * @param since when it became master
     * @param heard when it has heard of each member last
     * @param cluster what it makes of that
     * @param gone members that have been dead for so long that they are removed
     */
    record MembershipView(long since, LongMap<Long> heard, ClusterView cluster, MemberSet gone) {
        /** The members as somebody sees them who has not looked. */
        static final ClusterView NOBODY = new ClusterView(MemberSet.of(), MemberSet.of(), MemberSet.of(), 1);

        /** Those members are heard now, and nothing is known of them yet. */
        private static MembershipView begin(long now, MemberSet members) {
            LongMap<Long> heard = LongMap.empty();
            for (int i = 0; i < members.size(); i++) {
                heard = heard.with(members.get(i), now);
            }
            return new MembershipView(now, heard, NOBODY, MemberSet.of());
        }
    }

    /**
     * The way to the replicas' places.
     *
     * @param target who shall hold what
     * @param queue which migrations lead there, as far as members are free for them
     */
    record MigrationPlan(Target target, MigrationQueue queue) {
        /** None. */
        private static final MigrationPlan NONE = new MigrationPlan(Target.NONE, MigrationQueue.NONE);
    }

    /**
     * What others were told, and asked at the last round.
     *
     * @param published what all others have been told, beside what they could not know yet
     * @param lastRound what was undecided, and what was decided, at the last round
     * @param preferred a majority of the voters that is asked first, because it answered first; nobody if all are asked
     */
    record Progress(PartitionVector<Entry> published, LastRound lastRound, MemberSet preferred) {
        /** Nothing but what all have been told. */
        static Progress of(PartitionVector<Entry> published) {
            return new Progress(published, LastRound.NOTHING, MemberSet.of());
        }
    }

    /**
     * Times, in microseconds of the member's clock.
     *
     * @param publishing when it tells all others again what was decided
     * @param heartbeat when it shows itself again
     * @param round when it looks through all partitions again
     */
    record Timers(long publishing, long heartbeat, long round) {}

    /**
     * What a master had proposed and decided at its last round. Only what has waited since then is sent again.
     *
     * @param outstanding what was undecided
     * @param committed what was decided
     * @param gone who was gone
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

    /** Of a member that is no master. */
    public static final MasterState NONE = begin(0, MemberSet.of(), LastRound.NO_ENTRIES);

    /** Of a master that has just been elected, and takes those members to live until it knows better. */
    static MasterState begin(long now, MemberSet members, PartitionVector<Entry> committed) {
        return new MasterState(
                MembershipView.begin(now, members),
                PartitionVector.filled(committed.size(), CaughtUpVersions.NOBODY),
                MigrationPlan.NONE,
                Progress.of(committed),
                new Timers(now, now, now));
    }

    /** A sign of life. */
    MasterState heardFrom(int member, long now) {
        return with(new MembershipView(
                membership.since, membership.heard.with(member, now), membership.cluster, membership.gone));
    }

    /** Somebody is caught up. */
    MasterState withVouched(int partition, CaughtUpVersions word) {
        return new MasterState(membership, vouched.with(partition, word), plan, progress, timers);
    }

    /** Another view of the members. */
    MasterState withCluster(ClusterView newCluster, MemberSet newGone) {
        return with(new MembershipView(membership.since, membership.heard, newCluster, newGone));
    }

    /** Another plan. */
    MasterState withTarget(Target newTarget) {
        return with(new MigrationPlan(newTarget, plan.queue));
    }

    /** Another queue. */
    MasterState withQueue(MigrationQueue newQueue) {
        return with(new MigrationPlan(plan.target, newQueue));
    }

    /** All others have been told of these decisions, and are told of the next ones then. */
    MasterState withPublished(PartitionVector<Entry> newPublished, long time) {
        return with(new Progress(newPublished, progress.lastRound, progress.preferred))
                .with(new Timers(time, timers.heartbeat, timers.round));
    }

    /** These voters are asked first from now on; nobody if all are. */
    MasterState withPreferred(MemberSet newPreferred) {
        return with(new Progress(progress.published, progress.lastRound, newPreferred));
    }

    /** A round has asked for what was missing. */
    MasterState withLastRound(LastRound newLastRound) {
        return with(new Progress(progress.published, newLastRound, progress.preferred));
    }

    /** The next heartbeat is due then. */
    MasterState withNextHeartbeat(long time) {
        return with(new Timers(timers.publishing, time, timers.round));
    }

    /** The next round is due then. */
    MasterState withNextRound(long time) {
        return with(new Timers(timers.publishing, timers.heartbeat, time));
    }

    private MasterState with(MembershipView other) {
        return new MasterState(other, vouched, plan, progress, timers);
    }

    private MasterState with(MigrationPlan other) {
        return new MasterState(membership, vouched, other, progress, timers);
    }

    private MasterState with(Progress other) {
        return new MasterState(membership, vouched, plan, other, timers);
    }

    private MasterState with(Timers other) {
        return new MasterState(membership, vouched, plan, progress, other);
    }

    /** The members, as the master sees them. */
    public ClusterView cluster() {
        return membership.cluster;
    }

    /** Members that have been dead for so long that they are removed. */
    public MemberSet gone() {
        return membership.gone;
    }

    /** Who shall hold what. */
    public Target target() {
        return plan.target;
    }

    /** Which migrations lead there. */
    public MigrationQueue queue() {
        return plan.queue;
    }

    /** A majority of the voters that is asked first; nobody if all are asked. */
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
