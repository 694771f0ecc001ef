package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.FROM_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.OTHER_MEMBER;
import static io.godwit.protocol.quorum.QuorumRule.REFUSES_NEWER_EPOCH;
import static io.godwit.protocol.quorum.QuorumRule.REFUSES_OLDER_EPOCH;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.table.Version;
import java.util.Optional;

/**
 * To which messages of a primary a member listens: to those of the version that it has activated, from that version's
 * primary. {@code Current} in {@code spec/quorum/FencedReplication.tla}.
 */
public class Fence {
    private final Guards guards;

    /** A fence with these guards. */
    public Fence(Guards guards) {
        this.guards = guards;
    }

    /**
     * Why a member does not listen to a message.
     *
     * @param state the receiver
     * @param from the sender
     * @param partition what the message is about
     * @param version under which it was sent
     * @return the guard that did not hold, or nothing when the receiver listens
     */
    public Optional<QuorumRule> refusal(DataState state, int from, int partition, Version version) {
        Replica replica = state.replica(partition);
        int order = version.compareTo(replica.epoch());
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Optional.of(MEMBER_UP);
        }
        if (!guards.pass(REFUSES_OLDER_EPOCH, order >= 0)) {
            return Optional.of(REFUSES_OLDER_EPOCH);
        }
        if (!guards.pass(REFUSES_NEWER_EPOCH, order <= 0)) {
            return Optional.of(REFUSES_NEWER_EPOCH);
        }
        if (!guards.pass(FROM_PRIMARY, replica.hasPrimary(from))) {
            return Optional.of(FROM_PRIMARY);
        }
        if (!guards.pass(OTHER_MEMBER, from != state.self())) {
            return Optional.of(OTHER_MEMBER);
        }
        return Optional.empty();
    }
}
