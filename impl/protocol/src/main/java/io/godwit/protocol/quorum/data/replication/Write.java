package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.DEDUPLICATES;
import static io.godwit.protocol.quorum.QuorumRule.IS_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting.ForWrite;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import java.util.ArrayList;
import java.util.List;

/**
 * A client's write reaches a member that takes itself for the primary: it becomes the log's next entry and goes to everybody
 * named. The answer comes later ({@link AnswerWrite}).
 *
 * <p>Guards: {@code Write} in {@code spec/quorum/FencedReplication.tla}. A call that comes late, after its client had its
 * answer from another primary, is taken in the same way: {@code WriteAgain} in {@code spec/quorum/CallsAgain.tla}.
 */
@SpecAction({"quorum/FencedReplication!Write", "quorum/CallsAgain!WriteAgain", "quorum/DurableDataPlane!WriteAndStore"})
public class Write implements Handler<DataState, Call> {
    private final Guards guards;

    /** The action with these guards. */
    public Write(Guards guards) {
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
        if (!guards.pass(NEW_VERSION_AFTER_RESTART, !replica.resumed())) {
            return Step.refuse(state, NEW_VERSION_AFTER_RESTART);
        }
        if (!guards.pass(DEDUPLICATES, !replica.log().hasExecuted(call.client(), call.call()))) {
            return Step.refuse(state, DEDUPLICATES);
        }
        LogEntry entry = new LogEntry(replica.epoch(), call.client(), call.call(), call.operation());
        Log log = replica.log().append(entry);
        Append append = new Append(call.partition(), replica.epoch(), log.length(), entry);
        List<Command> commands = new ArrayList<>();
        replica.configuration()
                .participants()
                .without(state.self())
                .forEach(member -> commands.add(new Send(member, append)));
        Replica written =
                replica.withLog(log).withLead(replica.lead().waiting(call.client(), new ForWrite(call.call())));
        return Step.to(state.with(call.partition(), written), commands);
    }
}
