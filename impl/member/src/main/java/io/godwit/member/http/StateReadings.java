package io.godwit.member.http;

import io.godwit.client.StateReading;
import io.godwit.member.Member;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.Voting;

/** The state of the cluster as a member sees it. */
final class StateReadings {
    private StateReadings() {}

    /** Now. */
    static StateReading of(Member member) {
        return member.state().map(StateReadings::of).orElse(new StateReading(ClusterState.ACTIVE, -1, 0, false, -1));
    }

    /** In a state of its engine. */
    static StateReading of(QuorumState state) {
        Voting voting = state.control().voting();
        StateProgress progress = state.local().state();
        int waiting = progress.version().equals(voting.version()) ? progress.waiting() : -1;
        return new StateReading(voting.state(), voting.term(), voting.version().number(), waiting == 0, waiting);
    }
}
