package io.godwit.protocol.quorum.engine;

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
 * @param time what time it is
 * @param follower whom it hears as master
 * @param election what it does when it hears none
 * @param peers who is suspected, who wants to leave
 * @param tableStamps how its table compares to the master's
 * @param retransmissions as primary, copies of its log that were sent again and are not acknowledged
 * @param balancing as master, may it start migrations?
 */
public record LocalState(
        Time time,
        FollowerState follower,
        Election election,
        PeerState peers,
        TableStamps tableStamps,
        Retransmissions retransmissions,
        boolean balancing) {
    /**
     * Time.
     *
     * @param ticking has the member ever been told the time?
     * @param now microseconds by its own clock
     * @param nextRepeat when it sends again what has no answer
     */
    public record Time(boolean ticking, long now, long nextRepeat) {}

    /**
     * The last sign of a master.
     *
     * @param master who, or {@code NONE}
     * @param term in which term
     * @param heard when; also when a member gave its vote to somebody who is about to be master
     * @param granted the vote for it, as long as it is not heard as master; else {@link GrantedVote#NONE}
     */
    public record FollowerState(int master, int term, long heard, GrantedVote granted) {
        /** Without a vote. */
        FollowerState(int master, int term, long heard) {
            this(master, term, heard, GrantedVote.NONE);
        }
    }

    /**
     * A vote that was given, to be sent again if the candidate waits for it: it may be lost.
     *
     * @param vote the message as it was sent, or null
     * @param times how often it was sent again
     * @param next when it is sent again at the earliest
     */
    public record GrantedVote(Vote vote, int times, long next) {
        /** None. */
        static final GrantedVote NONE = new GrantedVote(null, 0, 0);

        /** The same vote, sent so often by now, and again after twice as long as the last time. */
        GrantedVote sentAt(long now, int newTimes) {
            return new GrantedVote(
                    vote, newTimes, now + (Timing.RETRANSMIT_INTERVAL << Math.min(newTimes, Timing.MAX_DOUBLINGS)));
        }
    }

    /**
     * On the way to an election.
     *
     * @param deadline when the member asks around whether there is a master, if it hears none
     * @param attempts how often it has asked since it heard of a master
     * @param alone who has told since the last question that it hears no master, either
     * @param highestTerm the highest term that anybody has told of
     * @param expected as candidate, what it knows of votes
     */
    public record Election(long deadline, int attempts, MemberSet alone, int highestTerm, ExpectedVotes expected) {}

    /**
     * Votes that a candidate knows to be given. A vote waits until it is durable; a sign of life tells of it sooner.
     *
     * @param members who have told so since it stood for election
     * @param until so long it waits for the votes
     */
    public record ExpectedVotes(MemberSet members, long until) {
        /** None. */
        static final ExpectedVotes NONE = new ExpectedVotes(MemberSet.of(), 0);
    }

    /**
     * Others.
     *
     * @param suspects whom the failure detector takes to be dead
     * @param leaving who wants to leave. Nobody ever gets out of this set, because leaving is for good
     */
    public record PeerState(MemberSet suspects, MemberSet leaving) {}

    /**
     * How the member's table compares to the master's.
     *
     * @param decidedStamp stamp of the registers that the member knows to be decided
     * @param lagStamp its stamp at the last heartbeat that had another one
     * @param lagDecidedStamp its {@code decidedStamp} then
     */
    public record TableStamps(long decidedStamp, long lagStamp, long lagDecidedStamp) {}

    /**
     * Copies that have no answer. Each is a whole log, so that it is sent more and more seldom to somebody who is silent.
     *
     * @param unanswered by partition and receiver
     * @param lastSeen what the member had of each partition when it looked last for something to send again
     */
    public record Retransmissions(LongMap<Retransmission> unanswered, PartitionVector<Replica> lastSeen) {
        /** None. */
        static final Retransmissions NONE = of(PartitionVector.filled(0, Replica.NONE));

        /** None, as of now. */
        static Retransmissions of(PartitionVector<Replica> replicas) {
            return new Retransmissions(LongMap.empty(), replicas);
        }

        /** What the member had of a partition when it looked last. */
        Replica seen(int partition) {
            return lastSeen.get(partition);
        }

        /** Was the version the same when the member looked last? */
        boolean hasSeen(int partition, Replica replica) {
            return lastSeen.size() > 0 && seen(partition).epoch().equals(replica.epoch());
        }

        private static long key(int partition, int member) {
            return ((long) partition << Integer.SIZE) | member;
        }

        Retransmission of(int partition, int member) {
            return unanswered.get(key(partition, member));
        }

        Retransmissions with(int partition, int member, Retransmission copy) {
            return new Retransmissions(unanswered.with(key(partition, member), copy), lastSeen);
        }

        /** A member lives: what was sent to it may be sent again at once. */
        Retransmissions heard(int member) {
            LongMap<Retransmission> rest = unanswered;
            for (long key : unanswered.keys()) {
                rest = (int) key == member ? rest.without(key) : rest;
            }
            return rest.size() == unanswered.size() ? this : new Retransmissions(rest, lastSeen);
        }
    }

    /**
     * A copy that has no answer.
     *
     * @param version under which it was sent
     * @param times how often it was sent again
     * @param next when it is sent the next time
     */
    public record Retransmission(Version version, int times, long next) {}

    LocalState with(Time newTime) {
        return new LocalState(newTime, follower, election, peers, tableStamps, retransmissions, balancing);
    }

    LocalState with(FollowerState newFollower) {
        return new LocalState(time, newFollower, election, peers, tableStamps, retransmissions, balancing);
    }

    LocalState with(Election newElection) {
        return new LocalState(time, follower, newElection, peers, tableStamps, retransmissions, balancing);
    }

    LocalState with(PeerState newPeers) {
        return new LocalState(time, follower, election, newPeers, tableStamps, retransmissions, balancing);
    }

    LocalState with(TableStamps newTableStamps) {
        return new LocalState(time, follower, election, peers, newTableStamps, retransmissions, balancing);
    }

    LocalState with(Retransmissions newRetransmissions) {
        return new LocalState(time, follower, election, peers, tableStamps, newRetransmissions, balancing);
    }

    LocalState balancing(boolean allowed) {
        return new LocalState(time, follower, election, peers, tableStamps, retransmissions, allowed);
    }

    /** Of a member that has just started. */
    public static LocalState start(MemberSet leaving, long decidedStamp) {
        return new LocalState(
                new Time(false, 0, 0),
                new FollowerState(Members.NONE, -1, 0),
                new Election(0, 0, MemberSet.of(), 0, ExpectedVotes.NONE),
                new PeerState(MemberSet.of(), leaving),
                new TableStamps(decidedStamp, 0, 0),
                Retransmissions.NONE,
                true);
    }
}
