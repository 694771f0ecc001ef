package io.godwit.protocol.quorum.agenda;

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

/** Receives the messages of the control plane, and does what they make possible. */
final class ControlInbox {
    private final Mastership mastership;

    ControlInbox(Mastership mastership) {
        this.mastership = mastership;
    }

    void receive(Turn turn, int from, ControlMessage message) {
        Registers registers = turn.quorum.registers();
        if (message instanceof Accept accept) {
            accept(turn, from, accept);
        } else if (message instanceof Accepted accepted) {
            Received<Accepted> event = new Received<>(from, accepted);
            if (registers.isAcceptedDue(turn.control, accepted)
                    && turn.control("handleAccepted", event, s -> registers.handleAccepted(s, from, accepted))) {
                turn.commit(accepted.partition());
            }
        } else if (message instanceof Commit commit) {
            decided(turn, from, commit);
        } else if (message instanceof VoteRequest request) {
            mastership.vote(turn, from, request);
        } else if (message instanceof Vote vote) {
            Received<Vote> event = new Received<>(from, vote);
            if (turn.control("handleVote", event, s -> turn.quorum.failover().handleVote(s, from, vote))) {
                mastership.elect(turn);
            }
        } else if (message instanceof Voters voters) {
            Received<Voters> event = new Received<>(from, voters);
            if (!turn.control("HandleVoters", event, s -> turn.quorum.voters().handleVoters(s, from, voters))) {
                turn.control("repeatInstalled", event, s -> turn.quorum.voters().repeatInstalled(s, from, voters));
            }
        } else if (message instanceof VotersInstalled installed) {
            Received<VotersInstalled> event = new Received<>(from, installed);
            turn.control("handleInstalled", event, s -> turn.quorum.voters().handleInstalled(s, from, installed));
        }
    }

    /**
     * What is decided was proposed to everybody, though not everybody has been asked ({@link Turn}): whoever hears of the decision
     * first accepts with it. Only voters say so.
     */
    private static void decided(Turn turn, int from, Commit commit) {
        int p = commit.partition();
        Accept proposal = new Accept(p, commit.entry());
        Received<Accept> event = new Received<>(from, proposal);
        Registers registers = turn.quorum.registers();
        boolean due = registers.isAcceptDue(turn.control, proposal);
        if (due && turn.isVoter()) {
            turn.control("HandleAccept", p, event, s -> registers.handleAccept(s, from, proposal));
        } else if (due) {
            turn.controlSilently("HandleAccept", event, s -> registers.handleAccept(s, from, proposal));
        }
        passedOn(turn, from, commit);
    }

    /** A decision, perhaps from somebody who is not the master. */
    static void passedOn(Turn turn, int from, Commit commit) {
        Received<Commit> event = new Received<>(from, commit);
        turn.control("HandleCommit", commit.partition(), event, s -> turn.quorum
                .registers()
                .handleCommit(s, from, commit));
    }

    private static void accept(Turn turn, int from, Accept accept) {
        Registers registers = turn.quorum.registers();
        Received<Accept> event = new Received<>(from, accept);
        int p = accept.partition();
        if (registers.isAcceptDue(turn.control, accept)) {
            turn.control("HandleAccept", p, event, s -> registers.handleAccept(s, from, accept));
        } else {
            turn.control("repeatAccepted", event, s -> registers.repeatAccepted(s, from, accept));
        }
    }
}
