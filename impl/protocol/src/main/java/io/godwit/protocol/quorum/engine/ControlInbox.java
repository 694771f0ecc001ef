package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;

/** Receives the messages of the control plane, and takes the actions that they make possible. */
final class ControlInbox {
    private final MasterElection election;
    private final Decisions decisions;

    ControlInbox(MasterElection election, Decisions decisions) {
        this.election = election;
        this.decisions = decisions;
    }

    void receive(StepContext context, int from, ControlMessage message) {
        Registers registers = context.quorum.registers();
        if (message instanceof Accept accept) {
            accept(context, from, accept);
        } else if (message instanceof Accepted accepted) {
            Received<Accepted> event = new Received<>(from, accepted);
            if (registers.isAcceptedDue(context.control(), accepted)
                    && context.controlAction(
                            "handleAccepted", event, s -> registers.handleAccepted(s, from, accepted))) {
                context.commit(accepted.partition());
            }
        } else if (message instanceof Commit commit) {
            decided(context, from, commit);
        } else if (message instanceof VoteRequest request) {
            election.voteRequest(context, from, request);
        } else if (message instanceof Vote vote) {
            Received<Vote> event = new Received<>(from, vote);
            if (context.controlAction(
                    "handleVote", event, s -> context.quorum.failover().handleVote(s, from, vote))) {
                election.elect(context);
            }
        } else if (message instanceof Voters voters) {
            Received<Voters> event = new Received<>(from, voters);
            if (!context.controlAction(
                    "HandleVoters", event, s -> context.quorum.voters().handleVoters(s, from, voters))) {
                context.controlAction(
                        "repeatInstalled", event, s -> context.quorum.voters().repeatInstalled(s, from, voters));
            }
        } else if (message instanceof VotersInstalled installed) {
            Received<VotersInstalled> event = new Received<>(from, installed);
            boolean news = !context.control().installed().contains(from);
            if (context.controlAction("handleInstalled", event, s -> context.quorum
                            .voters()
                            .handleInstalled(s, from, installed))
                    && news) {
                decisions.considerNewcomer(context, from);
            }
        }
    }

    /**
     * A member that learns of a decision before it is asked to accept the proposal accepts it now: the proposal was made to
     * all, but not sent to all ({@link StepContext}). Only voters report that.
     */
    private static void decided(StepContext context, int from, Commit commit) {
        int p = commit.partition();
        Accept proposal = new Accept(p, commit.entry());
        Received<Accept> event = new Received<>(from, proposal);
        Registers registers = context.quorum.registers();
        boolean due = registers.isAcceptDue(context.control(), proposal);
        if (due && context.isVoter()) {
            context.controlAction("HandleAccept", p, event, s -> registers.handleAccept(s, from, proposal));
        } else if (due) {
            context.silentControlAction("HandleAccept", event, s -> registers.handleAccept(s, from, proposal));
        }
        forwarded(context, from, commit);
    }

    /** Handles a decision, which may come from a member that is not the master. */
    static void forwarded(StepContext context, int from, Commit commit) {
        Received<Commit> event = new Received<>(from, commit);
        context.controlAction("HandleCommit", commit.partition(), event, s -> context.quorum
                .registers()
                .handleCommit(s, from, commit));
    }

    private static void accept(StepContext context, int from, Accept accept) {
        Registers registers = context.quorum.registers();
        Received<Accept> event = new Received<>(from, accept);
        int p = accept.partition();
        if (registers.isAcceptDue(context.control(), accept)) {
            context.controlAction("HandleAccept", p, event, s -> registers.handleAccept(s, from, accept));
        } else {
            context.controlAction("repeatAccepted", event, s -> registers.repeatAccepted(s, from, accept));
        }
    }
}
