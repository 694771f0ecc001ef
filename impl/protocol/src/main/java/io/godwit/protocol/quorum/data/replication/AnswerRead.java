package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.CALL_PENDING;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;
import static io.godwit.protocol.quorum.QuorumRule.READ_CONFIRMS;
import static io.godwit.protocol.quorum.QuorumRule.READ_WAITS_FOR_PREFIX;

import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting.ForRead;

/**
 * A primary answers a read: nobody for whom a write would have to wait has moved on since the read started, and what the
 * read saw is as durable as an answered write.
 *
 * <p>Guards: {@code AnswerRead} in {@code spec/quorum/FencedReplication.tla}. A read belongs to one version: it is given up
 * with it (see {@link Activate} and {@link HandleSync}), so that one that is still there is of the activated version.
 */
@SpecAction({"quorum/FencedReplication!AnswerRead", "quorum/DurableDataPlane!AnswerReadWhenSynced"})
public class AnswerRead implements Handler<DataState, AnswerRead.Due> {
    /**
     * A client's read may be ready.
     *
     * @param partition where it went
     * @param client who called
     */
    public record Due(int partition, long client) {}

    private final Guards guards;
    private final WaitSet waitSet;

    /** The action with these guards. */
    public AnswerRead(Guards guards) {
        this.guards = guards;
        this.waitSet = new WaitSet(guards);
    }

    @Override
    public Step<DataState> handle(DataState state, Due due) {
        Replica replica = state.replica(due.partition());
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(NEW_VERSION_AFTER_RESTART, !replica.resumed())) {
            return Step.refuse(state, NEW_VERSION_AFTER_RESTART);
        }
        if (!(replica.lead().calls().get(due.client()) instanceof ForRead read)) {
            return Step.refuse(state, CALL_PENDING);
        }
        if (!guards.pass(READ_CONFIRMS, waitSet.all(state.self(), replica, read.confirmed()::contains))) {
            return Step.refuse(state, READ_CONFIRMS);
        }
        if (!guards.pass(
                READ_WAITS_FOR_PREFIX,
                waitSet.hold(state.self(), replica, read.seen().length()))) {
            return Step.refuse(state, READ_WAITS_FOR_PREFIX);
        }
        return Step.to(
                state.with(due.partition(), replica.withLead(replica.lead().answered(due.client()))),
                new Answer(
                        due.client(),
                        read.call(),
                        read.seen().content().read(read.operation()),
                        new Basis(due.partition(), read.seen().length())));
    }
}
