package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.EXECUTED;
import static io.godwit.protocol.quorum.QuorumRule.IS_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;

import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting.ForWrite;

/**
 * A client repeats a write that is in the log, because it had no answer, or asked another primary. It is not executed
 * again, but its client waits here now ({@link AnswerWrite}).
 */
@SpecStutter("in the specification any primary may answer any client, here the one that the client asked")
public class RepeatWrite implements Handler<DataState, Call> {
    private final Guards guards;

    /** The action with these guards. */
    public RepeatWrite(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Call call) {
        Replica replica = state.replica(call.partition());
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(IS_PRIMARY, replica.hasPrimary(state.self()))) {
            return Step.refuse(state, IS_PRIMARY);
        }
        Executed executed = replica.log().executed(call.client());
        if (!guards.pass(EXECUTED, executed != null && executed.call() == call.call())) {
            return Step.refuse(state, EXECUTED);
        }
        return Step.to(state.with(
                call.partition(), replica.withLead(replica.lead().waiting(call.client(), new ForWrite(call.call())))));
    }
}
