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
 * @param sight who is there
 * @param vouched per partition, who is caught up by the word of the primary
 * @param course where the replicas are to go
 * @param talk what it has said to others
 * @param due what it does next, and when
 */
public record Office(Sight sight, PartitionVector<Vouched> vouched, Course course, Talk talk, Due due) {
    /**
     * The members, as the master sees them.
     *
     * @param since when it became master
     * @param heard when it has heard of each member last
     * @param cluster what it makes of that
     * @param gone members that have been dead for so long that they are removed
     */
    record Sight(long since, LongMap<Long> heard, Cluster cluster, MemberSet gone) {
        /** The members as somebody sees them who has not looked. */
        static final Cluster NOBODY = new Cluster(MemberSet.of(), MemberSet.of(), MemberSet.of(), 1);

        /** Those members are heard now, and nothing is known of them yet. */
        private static Sight begin(long now, MemberSet members) {
            LongMap<Long> heard = LongMap.empty();
            for (int i = 0; i < members.size(); i++) {
                heard = heard.with(members.get(i), now);
            }
            return new Sight(now, heard, NOBODY, MemberSet.of());
        }
    }

    /**
     * The way to the replicas' places.
     *
     * @param target who shall hold what
     * @param queue which migrations lead there, as far as members are free for them
     */
    record Course(Target target, Queue queue) {
        /** None. */
        private static final Course NONE = new Course(Target.NONE, Queue.NONE);
    }

    /**
     * What others were told and asked.
     *
     * @param told what all others have been told, beside what they could not know yet
     * @param asked what was undecided, and what was decided, at the last round
     * @param quick a majority of the voters that is asked first, because it answered first; nobody if all are asked
     */
    record Talk(PartitionVector<Entry> told, Asked asked, MemberSet quick) {
        /** Nothing but what all have been told. */
        static Talk of(PartitionVector<Entry> told) {
            return new Talk(told, Asked.NOTHING, MemberSet.of());
        }
    }

    /**
     * Times, in microseconds of the member's clock.
     *
     * @param telling when it tells all others again what was decided
     * @param heartbeat when it shows itself again
     * @param round when it looks through all partitions again
     */
    record Due(long telling, long heartbeat, long round) {}

    /**
     * What a master had proposed and decided at its last round. Only what has waited since then is sent again.
     *
     * @param outstanding what was undecided
     * @param committed what was decided
     * @param gone who was gone
     */
    record Asked(PartitionVector<Entry> outstanding, PartitionVector<Entry> committed, MemberSet gone) {
        private static final PartitionVector<Entry> NO_ENTRIES = PartitionVector.filled(0, Entry.NONE);

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

    /** Of a member that is no master. */
    public static final Office NONE = begin(0, MemberSet.of(), Asked.NO_ENTRIES);

    /** Of a master that has just been elected, and takes those members to live until it knows better. */
    static Office begin(long now, MemberSet members, PartitionVector<Entry> committed) {
        return new Office(
                Sight.begin(now, members),
                PartitionVector.filled(committed.size(), Vouched.NOBODY),
                Course.NONE,
                Talk.of(committed),
                new Due(now, now, now));
    }

    /** A sign of life. */
    Office hearing(int member, long now) {
        return with(new Sight(sight.since, sight.heard.with(member, now), sight.cluster, sight.gone));
    }

    /** Somebody is caught up. */
    Office vouching(int partition, Vouched word) {
        return new Office(sight, vouched.with(partition, word), course, talk, due);
    }

    /** Another view of the members. */
    Office seeing(Cluster newCluster, MemberSet newGone) {
        return with(new Sight(sight.since, sight.heard, newCluster, newGone));
    }

    /** Another plan. */
    Office aimingAt(Target newTarget) {
        return with(new Course(newTarget, course.queue));
    }

    /** Another queue. */
    Office queueing(Queue newQueue) {
        return with(new Course(course.target, newQueue));
    }

    /** All others have been told of these decisions, and are told of the next ones then. */
    Office telling(PartitionVector<Entry> newTold, long time) {
        return with(new Talk(newTold, talk.asked, talk.quick)).with(new Due(time, due.heartbeat, due.round));
    }

    /** These voters are asked first from now on; nobody if all are. */
    Office askingFirst(MemberSet newQuick) {
        return with(new Talk(talk.told, talk.asked, newQuick));
    }

    /** A round has asked for what was missing. */
    Office asking(Asked newAsked) {
        return with(new Talk(talk.told, newAsked, talk.quick));
    }

    /** The next heartbeat is due then. */
    Office beatingAt(long time) {
        return with(new Due(due.telling, time, due.round));
    }

    /** The next round is due then. */
    Office lookingAt(long time) {
        return with(new Due(due.telling, due.heartbeat, time));
    }

    private Office with(Sight other) {
        return new Office(other, vouched, course, talk, due);
    }

    private Office with(Course other) {
        return new Office(sight, vouched, other, talk, due);
    }

    private Office with(Talk other) {
        return new Office(sight, vouched, course, other, due);
    }

    private Office with(Due other) {
        return new Office(sight, vouched, course, talk, other);
    }

    /** The members, as the master sees them. */
    public Cluster cluster() {
        return sight.cluster;
    }

    /** Members that have been dead for so long that they are removed. */
    public MemberSet gone() {
        return sight.gone;
    }

    /** Who shall hold what. */
    public Target target() {
        return course.target;
    }

    /** Which migrations lead there. */
    public Queue queue() {
        return course.queue;
    }

    /** A majority of the voters that is asked first; nobody if all are asked. */
    public MemberSet quick() {
        return talk.quick;
    }

    /** Was the member heard since the mastership began? */
    boolean hasHeard(int member) {
        Long last = sight.heard.get(member);
        return last != null && last > sight.since;
    }

    /** Was the member silent for that long, or never heard of? */
    boolean isSilent(int member, long now, long silence) {
        Long last = sight.heard.get(member);
        return last == null || now - last > silence;
    }
}
