package io.godwit.protocol.quorum.registers;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.quorum.table.Entry;

/**
 * A member's part in the control plane. The last three components are what it has counted of other members' answers; the
 * specification looks these up among all messages.
 *
 * @param self the member; in the specification the index of the variables
 * @param term the highest term that it has promised to
 * @param role what it is in that term
 * @param accepted per partition what it has accepted last
 * @param committed per partition the newest value that it knows to be decided: the one that it acts on
 * @param outstanding per partition what it has proposed as master and does not know to be decided
 * @param stamp of the accepted registers
 * @param voting the voter set that it goes by
 * @param ballot as a candidate, the votes of this term
 * @param answers as master, per partition who has accepted its proposals
 * @param installed as master, who goes by {@code voting}
 */
public record ControlState(
        int self,
        @SpecVariable("quorum/Registers!term") int term,
        @SpecVariable("quorum/Registers!role") Role role,
        @SpecVariable("quorum/Registers!accepted") PartitionVector<Entry> accepted,
        @SpecVariable("quorum/Registers!committed") PartitionVector<Entry> committed,
        @SpecVariable("quorum/Registers!outstanding") PartitionVector<Entry> outstanding,
        @SpecVariable("quorum/Registers!stamp") long stamp,
        @SpecVariable({
                    "quorum/Registers!voting",
                    "quorum/ClusterStates!obeyed",
                    "quorum/ClusterStates!ruling",
                    "quorum/ClusterVersion!obeyed",
                    "quorum/ClusterVersion!level"
                })
                Voting voting,
        Ballot ballot,
        PartitionVector<Acceptances> answers,
        MemberSet installed) {

    /** A voter of a new cluster. */
    public static ControlState founder(int self, PartitionVector<Entry> first, MemberSet voters) {
        return empty(self, first.size())
                .withAccepted(first, new Stamps().of(first))
                .withCommitted(first)
                .withVoting(Voting.first(voters));
    }

    /** A member that knows nothing and is no voter. */
    public static ControlState empty(int self, int partitions) {
        PartitionVector<Entry> none = PartitionVector.filled(partitions, Entry.NONE);
        return new ControlState(
                self,
                0,
                Role.FOLLOWER,
                none,
                none,
                none,
                0,
                Voting.NONE,
                Ballot.EMPTY,
                PartitionVector.filled(partitions, Acceptances.NONE),
                MemberSet.of());
    }

    /**
     * What a member starts again with. It has no role, and has counted no answers.
     *
     * @param self the member
     * @param term the highest term that it has promised to
     * @param accepted per partition what it has accepted last
     * @param committed per partition the newest value that it knows to be decided
     * @param voting the voter set that it goes by
     */
    public static ControlState restored(
            int self, int term, PartitionVector<Entry> accepted, PartitionVector<Entry> committed, Voting voting) {
        return empty(self, accepted.size())
                .withAccepted(accepted, new Stamps().of(accepted))
                .withCommitted(committed)
                .withVoting(voting)
                .inTerm(term, Role.FOLLOWER);
    }

    /** Number of partitions. */
    public int partitions() {
        return accepted.size();
    }

    /** Is the member the master of its term? */
    public boolean isMaster() {
        return role == Role.MASTER;
    }

    /** Another term and role; whatever belonged to the old ones is gone. */
    public ControlState inTerm(int newTerm, Role newRole) {
        return new ControlState(
                self,
                newTerm,
                newRole,
                accepted,
                committed,
                PartitionVector.filled(partitions(), Entry.NONE),
                stamp,
                voting,
                Ballot.EMPTY,
                PartitionVector.filled(partitions(), Acceptances.NONE),
                MemberSet.of());
    }

    /** Another role in the same term; nothing else changes. */
    public ControlState withRole(Role newRole) {
        return new ControlState(
                self, term, newRole, accepted, committed, outstanding, stamp, voting, ballot, answers, installed);
    }

    /** Other accepted registers, with their stamp. */
    public ControlState withAccepted(PartitionVector<Entry> newAccepted, long newStamp) {
        return new ControlState(
                self, term, role, newAccepted, committed, outstanding, newStamp, voting, ballot, answers, installed);
    }

    /** Other decided registers. */
    public ControlState withCommitted(PartitionVector<Entry> newCommitted) {
        return new ControlState(
                self, term, role, accepted, newCommitted, outstanding, stamp, voting, ballot, answers, installed);
    }

    /** Other proposals and what is known about the answers to them. */
    public ControlState withOutstanding(
            PartitionVector<Entry> newOutstanding, PartitionVector<Acceptances> newAnswers) {
        return new ControlState(
                self, term, role, accepted, committed, newOutstanding, stamp, voting, ballot, newAnswers, installed);
    }

    /** Other answers to the same proposals. */
    public ControlState withAnswers(PartitionVector<Acceptances> newAnswers) {
        return withOutstanding(outstanding, newAnswers);
    }

    /** Another voter set. */
    public ControlState withVoting(Voting newVoting) {
        return new ControlState(
                self, term, role, accepted, committed, outstanding, stamp, newVoting, ballot, answers, installed);
    }

    /** Other votes. */
    public ControlState withBallot(Ballot newBallot) {
        return new ControlState(
                self, term, role, accepted, committed, outstanding, stamp, voting, newBallot, answers, installed);
    }

    /** Others who go by the voter set. */
    public ControlState withInstalled(MemberSet newInstalled) {
        return new ControlState(
                self, term, role, accepted, committed, outstanding, stamp, voting, ballot, answers, newInstalled);
    }
}
