package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.CALL_IS_NEW;
import static io.godwit.protocol.quorum.QuorumRule.IS_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Waiting;
import io.godwit.protocol.quorum.data.Waiting.ForRead;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import java.util.ArrayList;
import java.util.List;

/**
 * A client's read reaches a member that takes itself for the primary: it notes where the log ends, and asks everybody named
 * whether they have moved on. There are no leases: they would need clocks.
 *
 * <p>Guards: {@code StartRead} in {@code spec/quorum/FencedReplication.tla}. A call that comes again while the
 * read runs changes nothing. It comes again later if its answer was lost or is late: then the read begins again, and under
 * the same version the confirmations of its first beginning count ({@code ReadAgain} in
 * {@code spec/quorum/CallsAgain.tla}).
 */
@SpecAction({
    "quorum/FencedReplication!StartRead",
    "quorum/CallsAgain!ReadAgain",
    "quorum/DurableDataPlane!StartReadAndStore"
})
public class StartRead implements Handler<DataState, Call> {
    private final Guards guards;

    /** The action with these guards. */
    public StartRead(Guards guards) {
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
        Waiting before = replica.lead().calls().get(call.client());
        if (!guards.pass(CALL_IS_NEW, before == null || before.call() != call.call())) {
            return Step.refuse(state, CALL_IS_NEW);
        }
        Probe probe = new Probe(call.partition(), replica.epoch(), call.client(), call.call());
        List<Command> commands = new ArrayList<>();
        replica.configuration()
                .participants()
                .without(state.self())
                .forEach(member -> commands.add(new Send(member, probe)));
        Waiting read = new ForRead(call.call(), call.operation(), replica.log(), MemberSet.of());
        return Step.to(
                state.with(call.partition(), replica.withLead(replica.lead().waiting(call.client(), read))), commands);
    }
}
