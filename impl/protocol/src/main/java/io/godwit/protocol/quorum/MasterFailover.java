package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.ANSWERS_PROPOSAL;
import static io.godwit.protocol.quorum.QuorumRule.IS_CANDIDATE;
import static io.godwit.protocol.quorum.QuorumRule.IS_VOTER;
import static io.godwit.protocol.quorum.QuorumRule.NOT_MASTER;
import static io.godwit.protocol.quorum.QuorumRule.OTHER_MEMBER;
import static io.godwit.protocol.quorum.QuorumRule.SAME_MEMBER;
import static io.godwit.protocol.quorum.QuorumRule.SUSPICION_KEEPS_MAJORITY;
import static io.godwit.protocol.quorum.QuorumRule.TERM_IS_NEW;
import static io.godwit.protocol.quorum.QuorumRule.TERM_NOT_OVER;
import static io.godwit.protocol.quorum.QuorumRule.VOTED;
import static io.godwit.protocol.quorum.QuorumRule.VOTE_CHECKS_VOTERS;
import static io.godwit.protocol.quorum.QuorumRule.VOTE_ONCE_PER_TERM;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.Ballot;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.List;

/** Who proposes: elections, the new master, and what survives a restart. {@code spec/quorum/MasterFailover.tla}. */
public class MasterFailover extends QuorumModule {
    private final Registers registers;
    private final Stamps stamps;

    /** The module under these rules. */
    public MasterFailover(Rules rules, Registers registers, Stamps stamps) {
        super(rules);
        this.registers = registers;
        this.stamps = stamps;
    }

    /** The vote of a member in a term, with all its registers. */
    public static Vote vote(ControlState state, int term) {
        return new Vote(term, state.accepted(), state.voting());
    }

    // Candidate

    /**
     * A voter asks for votes under a term of its own, and votes for itself.
     *
     * @param term later than all that it has heard of
     */
    @SpecAction({"quorum/MasterFailover!StartElection", "quorum/DurableControlPlane!StartElectionAndStore"})
    public Step<ControlState> startElection(ControlState state, int term) {
        rules.require(
                IS_VOTER,
                state.voting().voters().contains(state.self()),
                "{} is not in {}",
                state.self(),
                state.voting());
        rules.require(NOT_MASTER, !state.isMaster(), "master of term {}", state.term());
        rules.require(TERM_IS_NEW, term > state.term(), "term {} is not after {}", term, state.term());
        ControlState candidate = state.inTerm(term, Role.CANDIDATE);
        return telling(
                candidate.withBallot(candidate.ballot().with(state.self(), vote(state, term))),
                new VoteRequest(term, state.voting()));
    }

    /**
     * A member gives its vote for a term, and with it all its registers. It takes over the term, which prevents a
     * second vote; that is all that has to be stored of a vote.
     */
    @SpecAction({"quorum/MasterFailover!HandleVoteRequest", "quorum/DurableControlPlane!HandleVoteRequestAndStore"})
    public Step<ControlState> handleVoteRequest(ControlState state, int from, VoteRequest m) {
        rules.require(OTHER_MEMBER, from != state.self(), "a message of {} to itself", from);
        rules.require(TERM_NOT_OVER, m.term() >= state.term(), "term {} is before {}", m.term(), state.term());
        rules.require(VOTE_ONCE_PER_TERM, m.term() != state.term(), "a vote in term {} is given", m.term());
        rules.require(
                VOTE_CHECKS_VOTERS,
                !state.voting().newerThan(m.voting()),
                "{} is before {}",
                m.voting(),
                state.voting());
        return sending(registers.hear(state, m.term()), from, vote(state, m.term()));
    }

    /** A candidate counts a vote. */
    @SpecStutter("the specification finds the votes in the set of all messages: BecomeMaster")
    public Step<ControlState> handleVote(ControlState state, int from, Vote m) {
        requireCandidate(state);
        rules.require(ANSWERS_PROPOSAL, m.term() == state.term(), "a vote of term {} in {}", m.term(), state.term());
        return Step.to(state.withBallot(state.ballot().with(from, m)));
    }

    private void requireCandidate(ControlState state) {
        rules.require(IS_CANDIDATE, state.role() == Role.CANDIDATE, "a {} of term {}", state.role(), state.term());
    }

    // New master

    /**
     * A candidate with the votes of a majority is master. It takes the newest value of each register among those that came with
     * the votes, and proposes it again in its own term. This completes what an earlier master had proposed if a member
     * of the majority has accepted it, and ends what none of them has seen.
     *
     * @param quorum the majority
     */
    @SpecAction({"quorum/MasterFailover!BecomeMaster", "quorum/DurableControlPlane!BecomeMasterAndStore"})
    public Step<ControlState> becomeMaster(ControlState state, MemberSet quorum) {
        Ballot ballot = state.ballot();
        requireCandidate(state);
        rules.require(VOTED, ballot.voters().containsAll(quorum), "{} have voted, not {}", ballot.voters(), quorum);
        rules.require(
                SUSPICION_KEEPS_MAJORITY,
                registers.isMajority(state, quorum),
                "{} have voted, no majority of {}, suspected ones included",
                quorum,
                state.voting());
        List<Vote> votes = new ArrayList<>();
        quorum.forEach(n -> votes.add(ballot.votes().get(n)));
        int partitions = state.partitions();
        Entry[] restamped = new Entry[partitions];
        List<Command> commands = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            restamped[p] = recovered(state, votes, p).restamped(state.term());
            commands.add(new Command.Send(Members.EVERYBODY, new Accept(p, restamped[p])));
        }
        PartitionVector<Entry> proposed = PartitionVector.of(partitions, p -> restamped[p]);
        ControlState master = state.withRole(Role.MASTER)
                .withAccepted(proposed, stamps.of(proposed))
                .withOutstanding(
                        proposed, PartitionVector.filled(partitions, Acceptances.NONE.proposedBy(state.self())))
                .withInstalled(goingBy(state));
        return Step.to(master, commands);
    }

    /** The newest value of a register among those of a majority. */
    protected Entry recovered(ControlState state, List<Vote> votes, int partition) {
        Entry newest = Entry.NONE;
        for (Vote vote : votes) {
            Entry entry = vote.registers().get(partition);
            if (beats(entry, newest)) {
                newest = entry;
            }
        }
        return newest;
    }

    /** {@code Beats}: is the entry newer? That is: of a later term, or later in the same term. */
    protected boolean beats(Entry entry, Entry other) {
        return entry.newerThan(other);
    }

    private static MemberSet goingBy(ControlState state) {
        Ballot ballot = state.ballot();
        return ballot.voters().filter(n -> ballot.votes().get(n).voting().equals(state.voting()));
    }

    // Faults

    /**
     * A process starts again without its memory. It is another member, knows nothing and is no voter; the old one
     * counts as a voter until it is removed.
     *
     * @param reborn the new member
     */
    @SpecAction("quorum/MasterFailover!Crash")
    public Step<ControlState> crash(ControlState state, int reborn) {
        return Step.to(ControlState.empty(reborn, state.partitions()));
    }

    /**
     * A member starts again with what it has made durable before it answered: term, registers and voter set. It is no
     * longer master: it has forgotten what it had proposed, and could use the number of a proposal again.
     *
     * @param member who starts
     */
    @SpecAction("quorum/MasterFailover!Reboot")
    public Step<ControlState> reboot(ControlState state, int member) {
        rules.require(SAME_MEMBER, member == state.self(), "what {} starts with is of {}", member, state.self());
        return Step.to(state.inTerm(state.term(), Role.FOLLOWER));
    }
}
