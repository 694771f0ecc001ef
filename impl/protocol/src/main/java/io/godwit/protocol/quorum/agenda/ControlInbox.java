package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Received;
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
        if (message instanceof Accept accept) {
            accept(turn, new Received<>(from, accept));
        } else if (message instanceof Accepted accepted) {
            if (turn.control(turn.handlers.handleAccepted, new Received<>(from, accepted))) {
                turn.control(accepted.partition(), turn.handlers.commitProposal, accepted.partition());
            }
        } else if (message instanceof Commit commit) {
            decided(turn, new Received<>(from, commit));
        } else if (message instanceof VoteRequest request) {
            mastership.vote(turn, new Received<>(from, request));
        } else if (message instanceof Vote vote) {
            if (turn.control(turn.handlers.handleVote, new Received<>(from, vote))) {
                mastership.elect(turn);
            }
        } else if (message instanceof Voters voters) {
            Received<Voters> event = new Received<>(from, voters);
            if (!turn.control(turn.handlers.handleVoters, event)) {
                turn.control(turn.handlers.repeatInstalled, event);
            }
        } else if (message instanceof VotersInstalled installed) {
            turn.control(turn.handlers.handleInstalled, new Received<>(from, installed));
        }
    }

    /**
     * What is decided was proposed to everybody, though not everybody has been asked ({@link Turn}): whoever hears of the decision
     * first accepts with it. Only voters say so.
     */
    private static void decided(Turn turn, Received<Commit> event) {
        int p = event.message().partition();
        Received<Accept> proposal =
                new Received<>(event.from(), new Accept(p, event.message().entry()));
        if (turn.isVoter()) {
            turn.control(p, turn.handlers.handleAccept, proposal);
        } else {
            turn.controlSilently(turn.handlers.handleAccept, proposal);
        }
        passedOn(turn, event);
    }

    /** A decision, perhaps from somebody who is not the master. */
    static void passedOn(Turn turn, Received<Commit> event) {
        turn.control(event.message().partition(), turn.handlers.handleCommit, event);
    }

    private void accept(Turn turn, Received<Accept> event) {
        boolean accepted = turn.control(event.message().partition(), turn.handlers.handleAccept, event);
        if (accepted) {
            turn.proposed(event.message().partition());
        } else {
            turn.control(turn.handlers.repeatAccepted, event);
        }
    }
}
