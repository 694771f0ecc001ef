package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.ACK_NAMES_EPOCH;
import static io.godwit.protocol.quorum.QuorumRule.FROM_PARTICIPANT;
import static io.godwit.protocol.quorum.QuorumRule.IS_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;

/**
 * A primary files an acknowledgement; {@code Acked} in {@code spec/quorum/FencedReplication.tla} is what is filed.
 */
@SpecStutter("the specification looks acknowledgements up among all messages when it needs them")
public class HandleAck implements Handler<DataState, Received<Ack>> {
    private final Guards guards;

    /** The action with these guards. */
    public HandleAck(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Received<Ack> event) {
        Ack ack = event.message();
        Replica replica = state.replica(ack.partition());
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(IS_PRIMARY, replica.hasPrimary(state.self()))) {
            return Step.refuse(state, IS_PRIMARY);
        }
        if (!guards.pass(NEW_VERSION_AFTER_RESTART, !replica.resumed())) {
            return Step.refuse(state, NEW_VERSION_AFTER_RESTART);
        }
        if (!guards.pass(ACK_NAMES_EPOCH, ack.version().equals(replica.epoch()))) {
            return Step.refuse(state, ACK_NAMES_EPOCH);
        }
        if (!guards.pass(FROM_PARTICIPANT, replica.configuration().isParticipant(event.from()))) {
            return Step.refuse(state, FROM_PARTICIPANT);
        }
        return Step.to(
                state.with(ack.partition(), replica.withLead(replica.lead().acknowledged(event.from(), ack.number()))));
    }
}
