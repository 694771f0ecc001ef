package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.decision.Vouched;

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
        long nextHeartbeat,
        long nextRound) {
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
            0,
            0);

    /** Of a master that has just been elected, and takes those members to live until it knows better. */
    static Office begin(long now, MemberSet members, int partitions) {
        LongMap<Long> heard = LongMap.empty();
        for (int i = 0; i < members.size(); i++) {
            heard = heard.with(members.get(i), now);
        }
        return new Office(
                now,
                heard,
                PartitionVector.filled(partitions, Vouched.NOBODY),
                NONE.cluster,
                NONE.gone,
                Target.NONE,
                Queue.NONE,
                now,
                now);
    }

    /** A sign of life. */
    Office hearing(int member, long now) {
        return new Office(since, heard.with(member, now), vouched, cluster, gone, target, queue, nextHeartbeat, nextRound);
    }

    /** Somebody is caught up. */
    Office vouching(int partition, Vouched word) {
        return new Office(since, heard, vouched.with(partition, word), cluster, gone, target, queue, nextHeartbeat, nextRound);
    }

    /** Another view of the members. */
    Office seeing(Cluster newCluster, MemberSet newGone) {
        return new Office(since, heard, vouched, newCluster, newGone, target, queue, nextHeartbeat, nextRound);
    }

    /** Another plan. */
    Office aimingAt(Target newTarget) {
        return new Office(since, heard, vouched, cluster, gone, newTarget, queue, nextHeartbeat, nextRound);
    }

    /** Another queue. */
    Office queueing(Queue newQueue) {
        return new Office(since, heard, vouched, cluster, gone, target, newQueue, nextHeartbeat, nextRound);
    }

    /** The next heartbeat is due then. */
    Office beatingAt(long time) {
        return new Office(since, heard, vouched, cluster, gone, target, queue, time, nextRound);
    }

    /** The next round is due then. */
    Office lookingAt(long time) {
        return new Office(since, heard, vouched, cluster, gone, target, queue, nextHeartbeat, time);
    }

    /** Was the member silent for that long, or never heard of? */
    boolean isSilent(int member, long now, long silence) {
        Long last = heard.get(member);
        return last == null || now - last > silence;
    }
}
