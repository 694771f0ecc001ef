package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.ACCEPT_CHECKS_TERM;
import static io.godwit.protocol.quorum.QuorumRule.ACCEPT_CHECKS_VERSION;
import static io.godwit.protocol.quorum.QuorumRule.ANSWERS_PROPOSAL;
import static io.godwit.protocol.quorum.QuorumRule.COMMIT_CHECKS_VERSION;
import static io.godwit.protocol.quorum.QuorumRule.HAS_OUTSTANDING;
import static io.godwit.protocol.quorum.QuorumRule.IS_MASTER;
import static io.godwit.protocol.quorum.QuorumRule.ONE_OUTSTANDING;
import static io.godwit.protocol.quorum.QuorumRule.ONLY_MASTER_PROPOSES;
import static io.godwit.protocol.quorum.QuorumRule.OWN_ACCEPT_IS_ONE_VOTE;
import static io.godwit.protocol.quorum.QuorumRule.PROPOSE_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.RESTAMP_FIRST;
import static io.godwit.protocol.quorum.QuorumRule.SUSPICION_KEEPS_MAJORITY;
import static io.godwit.protocol.quorum.QuorumRule.VALID_STEP;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The registers, one per partition, kept by the voters: the master proposes and commits, everybody accepts and learns.
 * {@code spec/quorum/Registers.tla}.
 */
public class Registers extends QuorumModule {
    private final Stamps stamps;

    /**
     * The module under these rules.
     *
     * @param stamps what the stamp of a table is
     */
    public Registers(Rules rules, Stamps stamps) {
        super(rules);
        this.stamps = stamps;
    }

    // What the modules of the control plane share

    /** {@code IsMajority}: of the voters that the member goes by, the suspected ones counted in. */
    final boolean isMajority(ControlState state, MemberSet members) {
        return rules.holds(SUSPICION_KEEPS_MAJORITY, state.voting().isMajority(members));
    }

    /** {@code HearTerm}: a later term than the own ends whatever the member was in the old one. */
    protected ControlState hear(ControlState state, int term) {
        return term > state.term() ? state.inTerm(term, Role.FOLLOWER) : state;
    }

    /** One register is overwritten, and the stamp with it. */
    private ControlState accept(ControlState state, int partition, Entry entry) {
        Entry before = state.accepted().get(partition);
        return state.withAccepted(
                state.accepted().with(partition, entry), stamps.exchange(state.stamp(), partition, before, entry));
    }

    final void requireMaster(ControlState state) {
        rules.require(IS_MASTER, state.isMaster(), "a {} of term {}", state.role(), state.term());
    }

    // Master: propose

    /**
     * Was the decided entry decided in the master's own term? A master proposes changes only on top of such an entry.
     */
    private static boolean isRestamped(ControlState state, int partition) {
        return state.committed().get(partition).term() == state.term();
    }

    /**
     * May a change be proposed, given what is undecided? Only if nothing of the partition is.
     *
     * @param base the configuration that is changed
     */
    protected boolean mayFollow(ControlState state, int partition, Configuration base, Configuration change) {
        return isSettled(state, partition);
    }

    private static boolean isSettled(ControlState state, int partition) {
        return state.outstanding().get(partition).isNone();
    }

    /** May one decision turn a configuration into the other? {@code ValidStep} */
    protected boolean isValidStep(Configuration base, Configuration change) {
        return base.mayBecome(change);
    }

    /** May any change of the partition be proposed now? Asked before a change is chosen. */
    public final boolean isOpen(ControlState state, int partition) {
        return rules.holds(ONLY_MASTER_PROPOSES, state.isMaster())
                && rules.holds(RESTAMP_FIRST, isRestamped(state, partition))
                && rules.holds(ONE_OUTSTANDING, isSettled(state, partition));
    }

    /**
     * {@code Propose}: the master proposes a change, which another module has derived from a base ({@link
     * LearnerMigration}, {@link PromotionCommit}, {@link FencedReplication}). The registers do not look at what a
     * configuration says; that a change is one step is what they promise to the data plane.
     *
     * <p>The master accepts its own proposals at once, as one voter among others. The number follows from what it has decided
     * last, so that it is used once per term.
     *
     * @param base the decided entry that this was planned for
     * @param change the configuration that is to replace that of the base
     */
    @SpecAction({
        "quorum/Table!Propose",
        "quorum/Renewal!Renew",
        "quorum/Registers!StartMigration",
        "quorum/Registers!FinishMigration",
        "quorum/Registers!AbandonMigration",
        "quorum/Registers!Repair",
        "quorum/DurableControlPlane!StartMigrationAndStore",
        "quorum/DurableControlPlane!FinishMigrationAndStore",
        "quorum/DurableControlPlane!AbandonMigrationAndStore",
        "quorum/DurableControlPlane!RepairAndStore"
    })
    public Step<ControlState> propose(ControlState state, int partition, Entry base, Configuration change) {
        return propose(state, partition, base, change, isValidStep(base.configuration(), change));
    }

    /**
     * The same for what an operator has declared, which is no valid step: {@link DeclareLost}.
     *
     * @param base the decided entry that is declared lost
     * @param change somebody who is not in sync goes on alone
     */
    @SpecPart(
            value = "quorum/DeclareLost!Declare",
            why =
                    "the registers' half of a decision; the specification of the data plane proposes and decides in one step")
    public Step<ControlState> proposeDeclared(ControlState state, int partition, Entry base, Configuration change) {
        return propose(state, partition, base, change, base.configuration().mayBeDeclared(change));
    }

    private Step<ControlState> propose(
            ControlState state, int partition, Entry base, Configuration change, boolean mayBecome) {
        Entry decided = state.committed().get(partition);
        Entry undecided = state.outstanding().get(partition);
        rules.require(PROPOSE_COMPARES_BASE, base.equals(decided), "planned for {}, decided is {}", base, decided);
        rules.require(VALID_STEP, mayBecome, "{} does not become {}", base.configuration(), change);
        rules.require(ONLY_MASTER_PROPOSES, state.isMaster(), "a {} of term {}", state.role(), state.term());
        rules.require(
                RESTAMP_FIRST,
                isRestamped(state, partition),
                "decided in term {}, the own is {}",
                decided.term(),
                state.term());
        rules.require(
                ONE_OUTSTANDING,
                mayFollow(state, partition, base.configuration(), change),
                "{} is undecided",
                undecided);
        Entry entry = new Entry(decided.version().next(state.term()), base.version(), change);
        ControlState next = accept(state, partition, entry)
                .withOutstanding(
                        state.outstanding().with(partition, entry),
                        state.answers()
                                .with(partition, state.answers().get(partition).proposedBy(state.self())));
        return telling(next, new Accept(partition, entry));
    }

    // Voter: accept

    /**
     * A member accepts what the master of the latest term proposes. All members answer, learners too; the master counts
     * the answers of voters only.
     */
    @SpecAction({"quorum/Registers!HandleAccept", "quorum/DurableControlPlane!HandleAcceptAndStore"})
    public Step<ControlState> handleAccept(ControlState state, int from, Accept m) {
        Entry mine = state.accepted().get(m.partition());
        rules.require(ACCEPT_CHECKS_TERM, m.term() >= state.term(), "term {} is before {}", m.term(), state.term());
        rules.require(ACCEPT_CHECKS_VERSION, m.entry().newerThan(mine), "{} is not after {}", m.entry(), mine);
        assert isAcceptDue(state, m) : "not due: " + m;
        ControlState next = hear(accept(state, m.partition(), m.entry()), m.term());
        return sending(next, from, new Accepted(m.partition(), m.entry()));
    }

    /** Is a proposal newer than what the member has accepted? Asked of each decision: most voters have accepted it before. */
    public final boolean isAcceptDue(ControlState state, Accept m) {
        return rules.holds(
                ACCEPT_CHECKS_VERSION, m.entry().newerThan(state.accepted().get(m.partition())));
    }

    /** The master asks again for what the member has accepted already: its answer may have got lost. */
    @SpecStutter("a message that was sent once can be received for ever in the specification")
    public Step<ControlState> repeatAccepted(ControlState state, int from, Accept m) {
        Entry mine = state.accepted().get(m.partition());
        rules.require(ANSWERS_PROPOSAL, mine.equals(m.entry()), "accepted is {}, asked for {}", mine, m.entry());
        return sending(state, from, new Accepted(m.partition(), m.entry()));
    }

    // Master: commit

    /** The master counts an answer to its proposal, undecided or decided. */
    @SpecStutter("the specification finds the answers in the set of all messages: AcceptedBy")
    public Step<ControlState> handleAccepted(ControlState state, int from, Accepted m) {
        Acceptances answers = state.answers().get(m.partition());
        Entry undecided = state.outstanding().get(m.partition());
        Entry decided = state.committed().get(m.partition());
        requireMaster(state);
        if (m.entry().equals(undecided)) {
            return Step.to(state.withAnswers(state.answers().with(m.partition(), answers.withOutstanding(from))));
        }
        rules.require(ANSWERS_PROPOSAL, m.entry().equals(decided), "{} is accepted, {} is decided", m.entry(), decided);
        assert isAcceptedDue(state, m) : "not due: " + m;
        return Step.to(state.withAnswers(state.answers().with(m.partition(), answers.withCommitted(from))));
    }

    /** May an answer be about the proposal or the decision? Asked of each answer: those that come late are about earlier ones. */
    public final boolean isAcceptedDue(ControlState state, Accepted m) {
        return m.entry().sameVersion(state.outstanding().get(m.partition()))
                || rules.holds(
                        ANSWERS_PROPOSAL,
                        m.entry().sameVersion(state.committed().get(m.partition())));
    }

    /**
     * Has a majority answered the master's proposal? Asked before a commit is tried, because most answers are not the ones that
     * decide.
     */
    public final boolean isCommitDue(ControlState state, int partition) {
        return rules.holds(HAS_OUTSTANDING, !state.outstanding().get(partition).isNone())
                && rules.holds(
                        OWN_ACCEPT_IS_ONE_VOTE,
                        isMajority(state, state.answers().get(partition).outstanding()));
    }

    /**
     * The master learns that its proposal is decided: a majority of the voters that it goes by has accepted it under this very
     * version.
     */
    @SpecAction({"quorum/Registers!CommitProposal", "quorum/DurableControlPlane!CommitProposalAndStore"})
    public Step<ControlState> commitProposal(ControlState state, int partition) {
        Entry entry = state.outstanding().get(partition);
        Acceptances answers = state.answers().get(partition);
        requireMaster(state);
        rules.require(HAS_OUTSTANDING, !entry.isNone(), "partition {} is settled", partition);
        rules.require(
                OWN_ACCEPT_IS_ONE_VOTE,
                isMajority(state, answers.outstanding()),
                "{} have accepted, of {}",
                answers.outstanding(),
                state.voting());
        assert isCommitDue(state, partition) : "not due: " + entry;
        assert entry.term() == state.term() : entry + " in term " + state.term();
        ControlState next = state.withCommitted(state.committed().with(partition, entry))
                .withOutstanding(
                        state.outstanding().with(partition, Entry.NONE),
                        state.answers().with(partition, answers.decided()));
        return telling(next, new Commit(partition, entry));
    }

    // Member: act on a decision

    /**
     * A member learns of a decision. The whole value comes with the message: there is no gap that could be jumped over, and
     * nothing to prune.
     */
    @SpecAction({"quorum/Registers!HandleCommit", "quorum/DurableControlPlane!HandleCommitAndStore"})
    public Step<ControlState> handleCommit(ControlState state, int from, Commit m) {
        Entry mine = state.committed().get(m.partition());
        rules.require(COMMIT_CHECKS_VERSION, m.entry().newerThan(mine), "{} is not after {}", m.entry(), mine);
        Entry shared = m.entry().sharedWith(state.accepted().get(m.partition()));
        return Step.to(hear(state.withCommitted(state.committed().with(m.partition(), shared)), m.term()));
    }
}
