package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.CALL_PENDING;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.OF_THIS_VERSION;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting.ForRead;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;

/** A primary files a confirmation; {@code Confirmed} in {@code spec/quorum/FencedReplication.tla} is what is filed. */
@SpecStutter("the specification looks confirmations up among all messages when it needs them")
public class HandleConfirm implements Handler<DataState, Received<Confirm>> {
    private final Guards guards;

    /** The action with these guards. */
    public HandleConfirm(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Received<Confirm> event) {
        Confirm confirm = event.message();
        Replica replica = state.replica(confirm.partition());
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(OF_THIS_VERSION, confirm.version().equals(replica.epoch()))) {
            return Step.refuse(state, OF_THIS_VERSION);
        }
        if (!(replica.lead().calls().get(confirm.client()) instanceof ForRead read && read.call() == confirm.call())) {
            return Step.refuse(state, CALL_PENDING);
        }
        return Step.to(state.with(
                confirm.partition(),
                replica.withLead(replica.lead().waiting(confirm.client(), read.confirmedBy(event.from())))));
    }
}
