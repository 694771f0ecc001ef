package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.CALL_PENDING;
import static io.godwit.protocol.quorum.QuorumRule.EXECUTED;
import static io.godwit.protocol.quorum.QuorumRule.HELD;
import static io.godwit.protocol.quorum.QuorumRule.IS_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting.ForWrite;

/**
 * A primary answers a write that everybody holds for whom it has to wait. The result is that of the log up to the write,
 * which from now on survives as long as one in-sync member does.
 *
 * <p>Guards: {@code AnswerWrite} in {@code spec/quorum/FencedReplication.tla}. A client that calls again, here or at another
 * primary, is answered in the same way: {@code AnswerAgain} in {@code spec/quorum/CallsAgain.tla}.
 */
@SpecAction({
    "quorum/FencedReplication!AnswerWrite",
    "quorum/CallsAgain!AnswerAgain",
    "quorum/DurableDataPlane!AnswerWriteWhenSynced"
})
public class AnswerWrite implements Handler<DataState, AnswerWrite.Due> {
    /**
     * A client's write may be ready.
     *
     * @param partition where it went
     * @param client who called
     */
    public record Due(int partition, long client) {}

    private final Guards guards;
    private final WaitSet waitSet;

    /** The action with these guards. */
    public AnswerWrite(Guards guards) {
        this.guards = guards;
        this.waitSet = new WaitSet(guards);
    }

    @Override
    public Step<DataState> handle(DataState state, Due due) {
        Replica replica = state.replica(due.partition());
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(IS_PRIMARY, replica.hasPrimary(state.self()))) {
            return Step.refuse(state, IS_PRIMARY);
        }
        if (!guards.pass(NEW_VERSION_AFTER_RESTART, !replica.resumed())) {
            return Step.refuse(state, NEW_VERSION_AFTER_RESTART);
        }
        if (!(replica.lead().calls().get(due.client()) instanceof ForWrite write)) {
            return Step.refuse(state, CALL_PENDING);
        }
        Executed executed = replica.log().executed(due.client());
        if (executed == null || executed.call() != write.call()) {
            return Step.refuse(state, EXECUTED);
        }
        if (!guards.pass(HELD, waitSet.hold(state.self(), replica, executed.position()))) {
            return Step.refuse(state, HELD);
        }
        return Step.to(
                state.with(due.partition(), replica.withLead(replica.lead().answered(due.client()))),
                new Answer(
                        due.client(),
                        write.call(),
                        executed.result(),
                        new Basis(due.partition(), executed.position())));
    }
}
