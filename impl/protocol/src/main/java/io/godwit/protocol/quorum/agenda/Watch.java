package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.table.Version;

/**
 * What a member knows of time and of the others. Immutable.
 *
 * @param clock what time it is
 * @param following whom it hears as master
 * @param campaign what it does when it hears none
 * @param peers who is suspected, who wants to leave
 * @param tracking how its table compares to the master's
 * @param copies as primary, copies of its log that were sent again and are not acknowledged
 * @param balancing as master, may it start migrations?
 */
public record Watch(
        Clock clock,
        Following following,
        Campaign campaign,
        Peers peers,
        Tracking tracking,
        Copies copies,
        boolean balancing) {
    /**
     * Time.
     *
     * @param ticking has the member ever been told the time?
     * @param now microseconds by its own clock
     * @param nextRepeat when it sends again what has no answer
     */
    public record Clock(boolean ticking, long now, long nextRepeat) {}

    /**
     * The last sign of a master.
     *
     * @param master who, or {@code NONE}
     * @param term in which term
     * @param heard when; also when a member gave its vote to somebody who is about to be master
     * @param given the vote for it, as long as it is not heard as master; else {@link Given#NONE}
     */
    public record Following(int master, int term, long heard, Given given) {
        /** Without a vote. */
        Following(int master, int term, long heard) {
            this(master, term, heard, Given.NONE);
        }
    }

    /**
     * A vote that was given, to be sent again if the candidate waits for it: it may be lost.
     *
     * @param vote the message as it was sent, or null
     * @param times how often it was sent again
     * @param next when it is sent again at the earliest
     */
    public record Given(Vote vote, int times, long next) {
        /** None. */
        static final Given NONE = new Given(null, 0, 0);

        /** The same vote, sent so often by now, and again after twice as long as the last time. */
        Given sentAt(long now, int newTimes) {
            return new Given(vote, newTimes, now + (Timing.AGAIN << Math.min(newTimes, Timing.MAX_DOUBLINGS)));
        }
    }

    /**
     * On the way to an election.
     *
     * @param deadline when the member asks around whether there is a master, if it hears none
     * @param attempts how often it has asked since it heard of a master
     * @param alone who has told since the last question that it hears no master, either
     * @param highestTerm the highest term that anybody has told of
     * @param promises as candidate, what it knows of votes
     */
    public record Campaign(long deadline, int attempts, MemberSet alone, int highestTerm, Promises promises) {}

    /**
     * Votes that a candidate knows to be given. A vote waits until it is durable; a sign of life tells of it sooner.
     *
     * @param members who have told so since it stood for election
     * @param until so long it waits for the votes
     */
    public record Promises(MemberSet members, long until) {
        /** None. */
        static final Promises NONE = new Promises(MemberSet.of(), 0);
    }

    /**
     * Others.
     *
     * @param suspects whom the failure detector takes to be dead
     * @param leaving who wants to leave. Nobody ever gets out of this set, because leaving is for good
     */
    public record Peers(MemberSet suspects, MemberSet leaving) {}

    /**
     * How the member's table compares to the master's.
     *
     * @param decidedStamp stamp of the registers that the member knows to be decided
     * @param lagStamp its stamp at the last heartbeat that had another one
     * @param lagDecidedStamp its {@code decidedStamp} then
     */
    public record Tracking(long decidedStamp, long lagStamp, long lagDecidedStamp) {}

    /**
     * Copies that have no answer. Each is a whole log, so that it is sent more and more seldom to somebody who is silent.
     *
     * @param unanswered by partition and receiver
     * @param looked what the member had of each partition when it looked last for something to send again
     */
    public record Copies(LongMap<Copy> unanswered, PartitionVector<Replica> looked) {
        /** None. */
        static final Copies NONE = of(PartitionVector.filled(0, Replica.NONE));

        /** None, as of now. */
        static Copies of(PartitionVector<Replica> replicas) {
            return new Copies(LongMap.empty(), replicas);
        }

        /** What the member had of a partition when it looked last. */
        Replica seen(int partition) {
            return looked.get(partition);
        }

        /** Was the version the same when the member looked last? */
        boolean hasSeen(int partition, Replica replica) {
            return looked.size() > 0 && seen(partition).epoch().equals(replica.epoch());
        }

        private static long key(int partition, int member) {
            return ((long) partition << Integer.SIZE) | member;
        }

        Copy of(int partition, int member) {
            return unanswered.get(key(partition, member));
        }

        Copies with(int partition, int member, Copy copy) {
            return new Copies(unanswered.with(key(partition, member), copy), looked);
        }

        /** A member lives: what was sent to it may be sent again at once. */
        Copies heard(int member) {
            LongMap<Copy> rest = unanswered;
            for (long key : unanswered.keys()) {
                rest = (int) key == member ? rest.without(key) : rest;
            }
            return rest.size() == unanswered.size() ? this : new Copies(rest, looked);
        }
    }

    /**
     * A copy that has no answer.
     *
     * @param version under which it was sent
     * @param times how often it was sent again
     * @param next when it is sent the next time
     */
    public record Copy(Version version, int times, long next) {}

    /** Of a member that has just started. */
    public static Watch start(MemberSet leaving, long decidedStamp) {
        return new Watch(
                new Clock(false, 0, 0),
                new Following(Members.NONE, -1, 0),
                new Campaign(0, 0, MemberSet.of(), 0, Promises.NONE),
                new Peers(MemberSet.of(), leaving),
                new Tracking(decidedStamp, 0, 0),
                Copies.NONE,
                true);
    }
}
