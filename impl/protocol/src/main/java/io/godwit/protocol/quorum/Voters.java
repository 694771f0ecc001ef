package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.ANSWERS_PROPOSAL;
import static io.godwit.protocol.quorum.QuorumRule.IS_MASTER;
import static io.godwit.protocol.quorum.QuorumRule.LEARNER_FIRST;
import static io.godwit.protocol.quorum.QuorumRule.MASTER_STAYS_VOTER;
import static io.godwit.protocol.quorum.QuorumRule.NOT_VOTER;
import static io.godwit.protocol.quorum.QuorumRule.OBEYS_NEWER;
import static io.godwit.protocol.quorum.QuorumRule.ONE_VOTER_AT_A_TIME;
import static io.godwit.protocol.quorum.QuorumRule.REGISTERS_DECIDED_FIRST;
import static io.godwit.protocol.quorum.QuorumRule.STATE_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.TERM_NOT_OVER;
import static io.godwit.protocol.quorum.QuorumRule.VOTERS_FROM_EARLIER_TERM;
import static io.godwit.protocol.quorum.QuorumRule.VOTERS_INSTALLED_FIRST;
import static io.godwit.protocol.quorum.QuorumRule.VOTERS_OWN_TERM_FIRST;
import static io.godwit.protocol.quorum.QuorumRule.VOTER_KNOWN;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Version;

/**
 * The voter set and how it changes: one voter at a time, each set installed at a majority before the next, learners first.
 * {@code spec/quorum/Voters.tla}.
 */
public class Voters extends QuorumModule {
    private final Registers registers;

    /** The module under these rules. */
    public Voters(Rules rules, Registers registers) {
        super(rules);
        this.registers = registers;
    }

    private static Step<ControlState> install(ControlState state, MemberSet voters) {
        return install(state, state.voting().next(state.term(), voters));
    }

    /** {@code InstallAtMaster}: the master goes by the new version at once. */
    static Step<ControlState> install(ControlState state, Voting voting) {
        return telling(
                state.withVoting(voting).withInstalled(MemberSet.of(state.self())), new ControlMessage.Voters(voting));
    }

    /**
     * The new master gives the voter set that it was elected by a version of its own term.
     *
     * @param term in which it is master
     */
    @SpecAction({
        "quorum/Voters!RestampVoters",
        "quorum/DurableControlPlane!RestampVotersAndStore",
        "quorum/ClusterStates!ReplaceMaster",
        "quorum/ClusterVersion!Elect"
    })
    public Step<ControlState> restampVoters(ControlState state, int term) {
        registers.requireMaster(state);
        rules.require(IS_MASTER, term == state.term(), "term {} is not {}", term, state.term());
        rules.require(
                VOTERS_FROM_EARLIER_TERM, state.voting().term() != state.term(), "{} is of this term", state.voting());
        return install(state, state.voting().voters());
    }

    /** {@code DecidedBy}: the number of registers that the master has decided in its own term, by a majority of the voters. */
    protected int decidedBy(ControlState state) {
        int decided = 0;
        for (int p = 0; p < state.partitions(); p++) {
            if (state.committed().get(p).term() == state.term()
                    && registers.isMajority(state, state.answers().get(p).committed())) {
                decided++;
            }
        }
        return decided;
    }

    /** The register has not changed since somebody asked for a change of it: a request that comes late changes nothing. */
    final void requireBase(ControlState state, Version base) {
        Version version = state.voting().version();
        rules.require(STATE_COMPARES_BASE, base.equals(version), "asked for {}, there is {}", base, version);
    }

    /** The version before is of the master's own term, and a majority of the voters goes by it. */
    final void requireInstalled(ControlState state) {
        rules.require(
                VOTERS_OWN_TERM_FIRST,
                state.voting().term() == state.term(),
                "voters of term {} in term {}",
                state.voting().term(),
                state.term());
        rules.require(
                VOTERS_INSTALLED_FIRST,
                registers.isMajority(state, state.installed()),
                "{} go by {}",
                state.installed(),
                state.voting());
    }

    /** {@code ChangeVoters}. */
    private Step<ControlState> change(ControlState state, MemberSet voters) {
        registers.requireMaster(state);
        rules.require(MASTER_STAYS_VOTER, voters.contains(state.self()), "{} is not among {}", state.self(), voters);
        requireInstalled(state);
        int decided = decidedBy(state);
        rules.require(
                REGISTERS_DECIDED_FIRST,
                decided == state.partitions(),
                "{} of {} registers are decided",
                decided,
                state.partitions());
        return install(state, voters);
    }

    /** {@code HeldBy}: the number of registers that a newcomer holds as the master has decided them. */
    protected int heldBy(ControlState state, int member) {
        int held = 0;
        for (int p = 0; p < state.partitions(); p++) {
            if (state.answers().get(p).committed().contains(member)) {
                held++;
            }
        }
        return held;
    }

    /**
     * A learner, which has accepted all registers, becomes a voter.
     *
     * @param instead a voter that would go in the same step, or {@link Members#NONE}, which is all that the protocol allows
     */
    @SpecAction({"quorum/Voters!AddVoter", "quorum/DurableControlPlane!AddVoterAndStore"})
    public Step<ControlState> addVoter(ControlState state, int member, int instead) {
        MemberSet voters = state.voting().voters();
        rules.require(NOT_VOTER, !voters.contains(member), "{} is among {}", member, voters);
        int held = heldBy(state, member);
        rules.require(
                LEARNER_FIRST, held == state.partitions(), "{} of {} registers are held", held, state.partitions());
        rules.require(ONE_VOTER_AT_A_TIME, instead == Members.NONE, "{} instead of {}", member, instead);
        return change(state, voters.without(instead).with(member));
    }

    /** A voter goes: it is dead, or it wants to leave. A master does not vote itself out, it lets itself be replaced first. */
    @SpecAction({"quorum/Voters!RemoveVoter", "quorum/DurableControlPlane!RemoveVoterAndStore"})
    public Step<ControlState> removeVoter(ControlState state, int member) {
        MemberSet voters = state.voting().voters();
        rules.require(VOTER_KNOWN, voters.contains(member), "{} is not among {}", member, voters);
        return change(state, voters.without(member));
    }

    /** A member goes by a newer voter set, and says so. */
    @SpecAction({
        "quorum/Voters!HandleVoters",
        "quorum/DurableControlPlane!HandleVotersAndStore",
        "quorum/ClusterStates!HearState",
        "quorum/ClusterVersion!HearVersion"
    })
    public Step<ControlState> handleVoters(ControlState state, int from, ControlMessage.Voters m) {
        rules.require(TERM_NOT_OVER, m.term() >= state.term(), "term {} is before {}", m.term(), state.term());
        rules.require(
                OBEYS_NEWER, m.voting().newerThan(state.voting()), "{} is not after {}", m.voting(), state.voting());
        return sending(registers.hear(state, m.term()).withVoting(m.voting()), from, new VotersInstalled(m.voting()));
    }

    /** The master announces again the voter set that the member goes by already: the answer may have got lost. */
    @SpecStutter("a message that was sent once can be received for ever in the specification")
    public Step<ControlState> repeatInstalled(ControlState state, int from, ControlMessage.Voters m) {
        requireOwn(state, m.voting());
        return sending(state, from, new VotersInstalled(m.voting()));
    }

    /** The master counts a member that goes by its voter set. */
    @SpecStutter("the specification finds the answers in the set of all messages: GoingBy")
    public Step<ControlState> handleInstalled(ControlState state, int from, VotersInstalled m) {
        registers.requireMaster(state);
        requireOwn(state, m.voting());
        return Step.to(state.withInstalled(state.installed().with(from)));
    }

    private void requireOwn(ControlState state, Voting voting) {
        rules.require(ANSWERS_PROPOSAL, voting.equals(state.voting()), "{} is not {}", voting, state.voting());
    }
}
