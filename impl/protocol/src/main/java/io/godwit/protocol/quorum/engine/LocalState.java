package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Zones;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.table.Version;
import java.util.BitSet;
import java.util.Map;

/**
 * What a member knows of time and of the other members. Immutable.
 *
 * @param time the time
 * @param follower the master that it hears
 * @param election the state of a pre-vote or election
 * @param peers members that are suspected, members that want to leave, and zones
 * @param tableStamps how its table compares to the master's
 * @param retransmissions as primary, copies of its log and entries that were sent again and are not acknowledged
 * @param leases when it asks for read leases, and what waits for the end of a promise
 * @param state how far the master is with the state of the cluster, as far as the member has heard
 */
public record LocalState(
        Time time,
        FollowerState follower,
        Election election,
        PeerState peers,
        TableStamps tableStamps,
        Retransmissions retransmissions,
        LeaseState leases,
        StateProgress state) {
    /**
     * Time.
     *
     * @param ticking whether there was a tick
     * @param now microseconds by its own clock
     * @param nextRepeat time of the next retransmission
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
     * @param times number of retransmissions
     * @param next earliest time of the next retransmission
     */
    public record GrantedVote(Vote vote, int times, long next) {
        /** None. */
        static final GrantedVote NONE = new GrantedVote(null, 0, 0);

        /** The same vote after another retransmission, with twice the interval until the next one. */
        GrantedVote sentAt(long now, int newTimes) {
            return new GrantedVote(
                    vote, newTimes, now + (Timing.RETRANSMIT_INTERVAL << Math.min(newTimes, Timing.MAX_DOUBLINGS)));
        }
    }

    /**
     * The state of a pre-vote or election.
     *
     * @param deadline when the member starts a pre-vote, if it hears no master
     * @param attempts number of pre-votes since it has heard a master
     * @param withoutMaster members that have answered since the last pre-vote that they hear no master, either
     * @param highestTerm the highest term in any message
     * @param expected as candidate, votes that were announced
     */
    public record Election(
            long deadline, int attempts, MemberSet withoutMaster, int highestTerm, ExpectedVotes expected) {}

    /**
     * Votes that were announced to a candidate. A vote waits until it is durable; a heartbeat reply announces it sooner.
     *
     * @param members the voters
     * @param until when it stops waiting for the votes
     */
    public record ExpectedVotes(MemberSet members, long until) {
        /** None. */
        static final ExpectedVotes NONE = new ExpectedVotes(MemberSet.of(), 0);
    }

    /**
     * The other members.
     *
     * @param suspects members that the failure detector takes to be dead
     * @param leaving members that want to leave. Members are never removed from this set
     * @param zones in which they are
     * @param versions the greatest cluster version of each member that has said it
     */
    public record PeerState(MemberSet suspects, MemberSet leaving, Zones zones, Map<Integer, Integer> versions) {
        PeerState withSuspects(MemberSet newSuspects) {
            return new PeerState(newSuspects, leaving, zones, versions);
        }

        PeerState withLeaving(MemberSet newLeaving) {
            return new PeerState(suspects, newLeaving, zones, versions);
        }

        PeerState withZones(Zones newZones) {
            return new PeerState(suspects, leaving, newZones, versions);
        }

        PeerState withVersions(Map<Integer, Integer> newVersions) {
            return new PeerState(suspects, leaving, zones, newVersions);
        }
    }

    /**
     * How the member's table compares to the master's.
     *
     * @param decidedStamp stamp of the registers that the member knows to be decided
     * @param lagStamp its stamp at the last heartbeat that had another one
     * @param lagDecidedStamp its {@code decidedStamp} then
     */
    public record TableStamps(long decidedStamp, long lagStamp, long lagDecidedStamp) {}

    /**
     * Copies and entries that are not acknowledged. They are many bytes, so that they are retransmitted to a silent member at
     * growing intervals.
     *
     * @param unanswered by partition and receiver
     * @param lastSeen the replica of each partition at the last retransmission
     * @param open the partitions of which the primary waited for something then
     */
    public record Retransmissions(
            LongMap<Retransmission> unanswered, PartitionVector<Replica> lastSeen, OpenPartitions open) {
        /** None. */
        static final Retransmissions NONE = of(PartitionVector.filled(0, Replica.NONE), new BitSet());

        /** None, with these replicas. */
        static Retransmissions of(PartitionVector<Replica> replicas, BitSet open) {
            return new Retransmissions(LongMap.empty(), replicas, new OpenPartitions(open));
        }

        /** The partitions that may have something to be sent again: those that were open, and those that have changed since then. */
        BitSet candidates(PartitionVector<Replica> replicas) {
            BitSet candidates = open.toBitSet();
            if (lastSeen.size() == 0) {
                candidates.set(0, replicas.size());
            } else {
                replicas.differences(lastSeen, candidates::set);
            }
            return candidates;
        }

        /** The replica of a partition at the last retransmission. */
        Replica seen(int partition) {
            return lastSeen.get(partition);
        }

        /** Was the version the same at the last retransmission? */
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
            return new Retransmissions(unanswered.with(key(partition, member), copy), lastSeen, open);
        }

        /** A member is heard: what it lacks may be sent again at once. */
        Retransmissions heard(int member) {
            LongMap<Retransmission> rest = unanswered;
            for (long key : unanswered.keys()) {
                rest = (int) key == member ? rest.without(key) : rest;
            }
            return rest.size() == unanswered.size() ? this : new Retransmissions(rest, lastSeen, open);
        }
    }

    /** Partitions of which a primary waits for something. Immutable. */
    public static final class OpenPartitions {
        private final BitSet partitions;

        /** Copies the set. */
        OpenPartitions(BitSet partitions) {
            this.partitions = (BitSet) partitions.clone();
        }

        /** A copy. */
        BitSet toBitSet() {
            return (BitSet) partitions.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof OpenPartitions open && partitions.equals(open.partitions);
        }

        @Override
        public int hashCode() {
            return partitions.hashCode();
        }

        @Override
        public String toString() {
            return partitions.toString();
        }
    }

    /**
     * What is not acknowledged of a partition.
     *
     * @param version the version under which it was sent
     * @param times number of retransmissions
     * @param next time of the next retransmission
     */
    public record Retransmission(Version version, int times, long next) {}

    /**
     * Read leases.
     *
     * @param read partitions that were read since leases were asked for
     * @param delayed partitions with something that waits for the end of a promise
     * @param nextRenewal when to look at them again
     * @param nextNumber number of the next request
     */
    public record LeaseState(LongMap<Boolean> read, LongMap<Boolean> delayed, long nextRenewal, long nextNumber) {
        /** Of a member that has just started. */
        static final LeaseState START = new LeaseState(LongMap.empty(), LongMap.empty(), 0, 1);

        /** A client reads. */
        LeaseState reading(int partition) {
            return read.get(partition) != null
                    ? this
                    : new LeaseState(read.with(partition, true), delayed, nextRenewal, nextNumber);
        }

        /** Something waits. */
        LeaseState delaying(int partition) {
            return delayed.get(partition) != null
                    ? this
                    : new LeaseState(read, delayed.with(partition, true), nextRenewal, nextNumber);
        }

        /** Nothing waits any more. */
        LeaseState released(int partition) {
            return new LeaseState(read, delayed.without(partition), nextRenewal, nextNumber);
        }

        /** All partitions that were read are looked at. */
        LeaseState renewedAt(long now, long interval) {
            return new LeaseState(LongMap.empty(), delayed, now + interval, nextNumber);
        }

        /** A number is used. */
        LeaseState numbered() {
            return new LeaseState(read, delayed, nextRenewal, nextNumber + 1);
        }
    }

    LocalState with(LeaseState newLeases) {
        return new LocalState(time, follower, election, peers, tableStamps, retransmissions, newLeases, state);
    }

    LocalState with(Time newTime) {
        return new LocalState(newTime, follower, election, peers, tableStamps, retransmissions, leases, state);
    }

    LocalState with(FollowerState newFollower) {
        return new LocalState(time, newFollower, election, peers, tableStamps, retransmissions, leases, state);
    }

    LocalState with(Election newElection) {
        return new LocalState(time, follower, newElection, peers, tableStamps, retransmissions, leases, state);
    }

    LocalState with(PeerState newPeers) {
        return new LocalState(time, follower, election, newPeers, tableStamps, retransmissions, leases, state);
    }

    LocalState with(TableStamps newTableStamps) {
        return new LocalState(time, follower, election, peers, newTableStamps, retransmissions, leases, state);
    }

    LocalState with(Retransmissions newRetransmissions) {
        return new LocalState(time, follower, election, peers, tableStamps, newRetransmissions, leases, state);
    }

    LocalState with(StateProgress newState) {
        return new LocalState(time, follower, election, peers, tableStamps, retransmissions, leases, newState);
    }

    /** The state of a member that has just started. */
    public static LocalState start(MemberSet leaving, long decidedStamp) {
        return new LocalState(
                new Time(false, 0, 0),
                new FollowerState(Members.NONE, -1, 0),
                new Election(0, 0, MemberSet.of(), 0, ExpectedVotes.NONE),
                new PeerState(MemberSet.of(), leaving, Zones.NONE, Map.of()),
                new TableStamps(decidedStamp, 0, 0),
                Retransmissions.NONE,
                LeaseState.START,
                StateProgress.UNKNOWN);
    }
}
