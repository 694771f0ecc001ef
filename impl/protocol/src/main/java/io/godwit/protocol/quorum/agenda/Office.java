package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.decision.Vouched;
import io.godwit.protocol.quorum.table.Entry;

/**
 * What a master keeps beside its registers. It starts with nothing and is forgotten with the mastership. Immutable.
 *
 * @param since when the member became master
 * @param heard when it has heard of each member last
 * @param vouched per partition, who is caught up by the word of the primary
 * @param cluster the members as it sees them now
 * @param gone members that have been dead for so long that they are removed
 * @param target who shall hold what
 * @param queue which migrations lead there, as far as members are free for them
 * @param told what all others have been told, beside what they could not know yet
 * @param asked what was undecided, and what was decided, at the last round
 * @param quick a majority of the voters that is asked first, because it answered first; nobody if all are asked
 * @param nextTelling when it tells all others again what was decided
 * @param nextHeartbeat when it shows itself again
 * @param nextRound when it looks through all partitions again
 */
public record Office(
        long since,
        LongMap<Long> heard,
        PartitionVector<Vouched> vouched,
        Cluster cluster,
        MemberSet gone,
        Target target,
        Queue queue,
        PartitionVector<Entry> told,
        Asked asked,
        MemberSet quick,
        long nextTelling,
        long nextHeartbeat,
        long nextRound) {
    /**
     * What a master had proposed and decided at its last round. Only what has waited since then is sent again.
     *
     * @param outstanding what was undecided
     * @param committed what was decided
     * @param gone who was gone
     */
    record Asked(PartitionVector<Entry> outstanding, PartitionVector<Entry> committed, MemberSet gone) {
        /** Nothing. */
        static final Asked NOTHING = new Asked(NO_ENTRIES, NO_ENTRIES, MemberSet.of());

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

    private static final PartitionVector<Entry> NO_ENTRIES = PartitionVector.filled(0, Entry.NONE);

    /** The members as somebody sees them who has not looked. */
    static final Cluster NOBODY = new Cluster(MemberSet.of(), MemberSet.of(), MemberSet.of(), 1);

    /** Of a member that is no master. */
    public static final Office NONE = new Office(
            0,
            LongMap.empty(),
            PartitionVector.filled(0, Vouched.NOBODY),
            NOBODY,
            MemberSet.of(),
            Target.NONE,
            Queue.NONE,
            NO_ENTRIES,
            Asked.NOTHING,
            MemberSet.of(),
            0,
            0,
            0);

    /** Of a master that has just been elected, and takes those members to live until it knows better. */
    static Office begin(long now, MemberSet members, PartitionVector<Entry> committed) {
        LongMap<Long> heard = LongMap.empty();
        for (int i = 0; i < members.size(); i++) {
            heard = heard.with(members.get(i), now);
        }
        return new Office(
                now,
                heard,
                PartitionVector.filled(committed.size(), Vouched.NOBODY),
                NONE.cluster,
                NONE.gone,
                Target.NONE,
                Queue.NONE,
                committed,
                Asked.NOTHING,
                MemberSet.of(),
                now,
                now,
                now);
    }

    /** A sign of life. */
    Office hearing(int member, long now) {
        return new Office(
                since,
                heard.with(member, now),
                vouched,
                cluster,
                gone,
                target,
                queue,
                told,
                asked,
                quick,
                nextTelling,
                nextHeartbeat,
                nextRound);
    }

    /** Somebody is caught up. */
    Office vouching(int partition, Vouched word) {
        return new Office(
                since,
                heard,
                vouched.with(partition, word),
                cluster,
                gone,
                target,
                queue,
                told,
                asked,
                quick,
                nextTelling,
                nextHeartbeat,
                nextRound);
    }

    /** Another view of the members. */
    Office seeing(Cluster newCluster, MemberSet newGone) {
        return new Office(
                since,
                heard,
                vouched,
                newCluster,
                newGone,
                target,
                queue,
                told,
                asked,
                quick,
                nextTelling,
                nextHeartbeat,
                nextRound);
    }

    /** Another plan. */
    Office aimingAt(Target newTarget) {
        return new Office(
                since,
                heard,
                vouched,
                cluster,
                gone,
                newTarget,
                queue,
                told,
                asked,
                quick,
                nextTelling,
                nextHeartbeat,
                nextRound);
    }

    /** Another queue. */
    Office queueing(Queue newQueue) {
        return new Office(
                since,
                heard,
                vouched,
                cluster,
                gone,
                target,
                newQueue,
                told,
                asked,
                quick,
                nextTelling,
                nextHeartbeat,
                nextRound);
    }

    /** All others have been told of these decisions, and are told of the next ones then. */
    Office telling(PartitionVector<Entry> newTold, long time) {
        return new Office(
                since,
                heard,
                vouched,
                cluster,
                gone,
                target,
                queue,
                newTold,
                asked,
                quick,
                time,
                nextHeartbeat,
                nextRound);
    }

    /** These voters are asked first from now on; nobody if all are. */
    Office askingFirst(MemberSet newQuick) {
        return new Office(
                since,
                heard,
                vouched,
                cluster,
                gone,
                target,
                queue,
                told,
                asked,
                newQuick,
                nextTelling,
                nextHeartbeat,
                nextRound);
    }

    /** A round has asked for what was missing. */
    Office asking(Asked newAsked) {
        return new Office(
                since,
                heard,
                vouched,
                cluster,
                gone,
                target,
                queue,
                told,
                newAsked,
                quick,
                nextTelling,
                nextHeartbeat,
                nextRound);
    }

    /** The next heartbeat is due then. */
    Office beatingAt(long time) {
        return new Office(
                since, heard, vouched, cluster, gone, target, queue, told, asked, quick, nextTelling, time, nextRound);
    }

    /** The next round is due then. */
    Office lookingAt(long time) {
        return new Office(
                since,
                heard,
                vouched,
                cluster,
                gone,
                target,
                queue,
                told,
                asked,
                quick,
                nextTelling,
                nextHeartbeat,
                time);
    }

    /** Was the member heard since the mastership began? */
    boolean hasHeard(int member) {
        Long last = heard.get(member);
        return last != null && last > since;
    }

    /** Was the member silent for that long, or never heard of? */
    boolean isSilent(int member, long now, long silence) {
        Long last = heard.get(member);
        return last == null || now - last > silence;
    }
}
