package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Durability;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.View;
import java.util.function.Function;

/**
 * The state of a step that is being made: the member's state, changed by one action after another, and the commands. Used
 * for one event.
 */
final class StepContext {
    final Quorum quorum;
    final Setup setup;
    private final Decisions decisions;
    private final ActionListener actionListener;

    // The state so far. Control plane and data change by actions of the specification only.
    private ControlState control;
    private DataState data;
    LocalState local;
    MasterState master;

    /** The commands so far. */
    final StepOutput output = new StepOutput();

    /**
     * Creates the context of a step.
     *
     * @param actionListener the listener, or null
     */
    StepContext(Quorum quorum, Decisions decisions, QuorumState state, ActionListener actionListener) {
        this.quorum = quorum;
        this.decisions = decisions;
        this.actionListener = actionListener;
        this.setup = state.setup();
        this.control = state.control();
        this.data = state.data();
        this.local = state.local();
        this.master = state.master();
    }

    ControlState control() {
        return control;
    }

    DataState data() {
        return data;
    }

    LocalState.FollowerState follower() {
        return local.follower();
    }

    LocalState.Election election() {
        return local.election();
    }

    LocalState.PeerState peers() {
        return local.peers();
    }

    int self() {
        return control.self();
    }

    int term() {
        return control.term();
    }

    Voting voting() {
        return control.voting();
    }

    long now() {
        return local.time().now();
    }

    boolean isMaster() {
        return control.isMaster();
    }

    boolean isVoter() {
        return voting().voters().contains(self());
    }

    boolean isLeaving() {
        return peers().leaving().contains(self());
    }

    void leaving(MemberSet more) {
        MemberSet all = peers().leaving().union(more);
        if (!all.equals(peers().leaving())) {
            local = local.with(peers().withLeaving(all));
            output.persist();
        }
    }

    /** Takes an action, and reports it to the listener. */
    <S> Step<S> take(String action, Object event, S state, Function<S, Step<S>> how) {
        Step<S> step = Step.of(state, how);
        if (actionListener != null) {
            if (step.accepted()) {
                actionListener.took(action, event, state, step);
            } else {
                actionListener.refused(action, step.refused());
            }
        }
        return step;
    }

    /**
     * Takes an action of the control plane, and sends its commands.
     *
     * @param action the action's name, for the listener
     * @param event the subject of the action, for the listener
     * @return whether it was accepted
     */
    boolean controlAction(String action, Object event, Function<ControlState, Step<ControlState>> how) {
        ControlState before = control;
        Step<ControlState> step = become(take(action, event, before, how));
        for (Command command : step.commands()) {
            dispatch(before, command);
        }
        return step.accepted();
    }

    /** The same, without sending its commands. */
    void silentControlAction(String action, Object event, Function<ControlState, Step<ControlState>> how) {
        become(take(action, event, control, how));
    }

    private Step<ControlState> become(Step<ControlState> step) {
        ControlState before = control;
        control = step.state();
        if (Durability.writes(before, control)) {
            output.persist();
        }
        if (before.isMaster() && !control.isMaster()) {
            master = MasterState.NONE;
        }
        return step;
    }

    private void dispatch(ControlState before, Command command) {
        if (before.isMaster() && command instanceof Command.Send send && send.message() instanceof Commit commit) {
            sendCommit(before, commit);
        } else if (before.isMaster() && command instanceof Command.Send send && send.message() instanceof Accept) {
            sendProposal(send);
        } else {
            output.add(command);
        }
    }

    /**
     * Sends a decision to the members that act on it: the primary, the previous primary, and members that have no part in
     * the partition any more. All others receive it a little later, together with other decisions ({@link MasterElection}),
     * and need not have received the proposal.
     */
    private void sendCommit(ControlState before, Commit commit) {
        Configuration then = before.committed().get(commit.partition()).configuration();
        Configuration now = commit.entry().configuration();
        then.participants()
                .filter(member -> !now.isParticipant(member))
                .with(then.primary())
                .with(now.primary())
                .without(self())
                // A configuration that is not known has no members.
                .without(Members.NONE)
                .forEach(member -> output.send(member, commit));
        if (!voting().isMajority(master.preferred())) {
            MemberSet answered = before.answers().get(commit.partition()).outstanding();
            master = master.withPreferred(answered.intersect(voting().voters()));
        }
    }

    /**
     * Sends a proposal to the majority that answered an earlier proposal first, and to the member that becomes a voter
     * next; if their answers do not come, the next round asks all others ({@link MasterRound}).
     */
    private void sendProposal(Command.Send proposal) {
        MemberSet preferred = master.preferred();
        if (voting().isMajority(preferred)
                && master.cluster().up().containsAll(preferred)
                && preferred.intersect(peers().suspects()).isEmpty()) {
            preferred
                    .with(MasterRound.nextVoter(this))
                    .without(self())
                    .without(Members.NONE)
                    .forEach(member -> output.send(member, proposal.message()));
        } else {
            output.add(proposal);
        }
    }

    /** Takes an action about one partition, and acts on what the member has learned by it. */
    boolean controlAction(String action, int partition, Object event, Function<ControlState, Step<ControlState>> how) {
        Entry learned = quorum.replication().learned(control, partition);
        Entry decided = control.committed().get(partition);
        if (!controlAction(action, event, how)) {
            return false;
        }
        learned(partition, learned, decided);
        return true;
    }

    /** Commits a proposal, if a majority has accepted it. */
    void commit(int partition) {
        if (quorum.registers().isCommitDue(control, partition)) {
            controlAction("CommitProposal", partition, partition, s -> quorum.registers()
                    .commitProposal(s, partition));
        }
    }

    /** Acts on decisions about any partition. */
    @SuppressWarnings("ReferenceEquality") // the same object needs no look at all partitions
    void decidedSince(PartitionVector<Entry> before) {
        if (before != control.committed()) {
            for (int p = 0; p < before.size(); p++) {
                learned(p, before.get(p), before.get(p));
            }
        }
    }

    /**
     * Acts on what the member has learned about a partition.
     *
     * @param learned the entry on which it acted before
     * @param decided the entry that it knew to be decided before
     */
    private void learned(int partition, Entry learned, Entry decided) {
        Entry entry = control.committed().get(partition);
        boolean news = !entry.equals(decided);
        if (news) {
            LocalState.TableStamps before = local.tableStamps();
            local = local.with(new LocalState.TableStamps(
                    quorum.stamps().exchange(before.decidedStamp(), partition, decided, entry),
                    before.lagStamp(),
                    before.lagDecidedStamp()));
        }
        if (!quorum.replication().learned(control, partition).equals(learned)) {
            activate(partition);
        }
        if (news) {
            decisions.consider(this, partition);
        }
    }

    /**
     * Activates what the member has learned about a partition, if it is its primary or has no part in it any more. A primary
     * that is alone in sync from now on waits for no other member.
     */
    void activate(int partition) {
        Entry entry = quorum.replication().learned(control, partition);
        if (entry.isNone()) {
            return;
        }
        View view = entry.view();
        if (!quorum.replication().isActivationDue(data, partition, view)) {
            return;
        }
        ActionSubject event = new ActionSubject(partition, Members.NONE);
        if (dataAction("Activate", partition, event, s -> quorum.replication().activate(s, partition, view))) {
            DataInbox.proceed(this, partition);
        }
    }

    /**
     * Proposes a change. A master that is the only voter decides it at once.
     *
     * @param action the name of the change, for the listener
     * @param event the subject of the action, for the listener
     */
    boolean propose(String action, int partition, Object event, Entry base, Configuration change) {
        if (!controlAction(action, partition, event, s -> quorum.registers().propose(s, partition, base, change))) {
            return false;
        }
        proposed(partition);
        return true;
    }

    /** Proposes what the operator has declared. */
    void proposeDeclared(int partition, Object event, Entry base, Configuration change) {
        if (controlAction(
                "Propose", partition, event, s -> quorum.registers().proposeDeclared(s, partition, base, change))) {
            proposed(partition);
        }
    }

    private void proposed(int partition) {
        decisions.changed(this, partition);
        commit(partition);
    }

    /**
     * Takes an action of the data plane about a partition, and sends its commands.
     *
     * @param action the action's name, for the listener
     * @param event the subject of the action, for the listener
     * @return whether it was accepted
     */
    boolean dataAction(String action, int partition, Object event, Function<DataState, Step<DataState>> how) {
        Step<DataState> step = take(action, event, data, how);
        if (!step.accepted()) {
            return false;
        }
        Replica before = data.replica(partition);
        boolean sameStatus = data.status() == step.state().status();
        data = step.state();
        Replica after = data.replica(partition);
        if (!sameStatus || Durability.writes(before, after)) {
            output.persist();
        }
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send && send.message() instanceof CaughtUp report) {
                sendCaughtUp(report);
            } else {
                output.add(command);
            }
        }
        return true;
    }

    /** Sends the report to the master. If that was the wrong member, it is repeated to all ({@link Retransmitter}). */
    private void sendCaughtUp(CaughtUp report) {
        if (isMaster()) {
            decisions.caughtUp(this, self(), report);
        } else {
            output.send(
                    follower().master() == Members.NONE
                            ? Members.EVERYBODY
                            : follower().master(),
                    report);
        }
    }

    /** Returns the resulting step. */
    Step<QuorumState> end() {
        if (isMaster()) {
            decisions.start(this);
        }
        return Step.to(
                new QuorumState(setup, control, data, local, master),
                output.commands(control, data, peers().leaving()));
    }
}
