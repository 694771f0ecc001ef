package io.godwit.member.http;

import io.godwit.member.Member;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.Voting;
import java.util.Comparator;

/**
 * The state of the cluster, as far as a member has heard, with a component for each key of the JSON of {@code /state}.
 *
 * @param state the state by which the member goes
 * @param term the term of its version
 * @param number the number of its version in that term
 * @param acknowledged is it acknowledged?
 * @param waiting for how many partitions the acknowledgement still waits; -1 if the member has not heard
 */
public record StateReading(ClusterState state, int term, int number, boolean acknowledged, int waiting) {
    private static final Comparator<StateReading> NEWEST = Comparator.comparingInt(StateReading::term)
            .thenComparingInt(StateReading::number)
            .thenComparing(StateReading::acknowledged)
            .thenComparingInt(StateReading::waiting);

    /** As a member sees it, now. */
    static StateReading of(Member member) {
        return member.state().map(StateReading::of).orElse(new StateReading(ClusterState.ACTIVE, -1, 0, false, -1));
    }

    /** The same. */
    static StateReading of(QuorumState state) {
        Voting voting = state.control().voting();
        StateProgress progress = state.local().state();
        int waiting = progress.version().equals(voting.version()) ? progress.waiting() : -1;
        return new StateReading(voting.state(), voting.term(), voting.version().number(), waiting == 0, waiting);
    }

    /** Is it of a later version, or does it know more about the same one? */
    public boolean isAfter(StateReading other) {
        return NEWEST.compare(this, other) > 0;
    }

    /** In words. */
    public String text() {
        if (acknowledged) {
            return state.toString();
        }
        String rest = waiting < 0 ? "" : ": " + waiting + (waiting == 1 ? " partition" : " partitions");
        return state + ", not yet acknowledged" + rest;
    }
}
