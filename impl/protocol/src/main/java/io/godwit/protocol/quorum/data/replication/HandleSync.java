package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.ACTIVATES_NEWER;
import static io.godwit.protocol.quorum.QuorumRule.FROM_PRIMARY;
import static io.godwit.protocol.quorum.QuorumRule.KEEPS_NEWER;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.POSITION_NAMES_EPOCH;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import java.util.ArrayList;
import java.util.List;

/**
 * A backup or learner activates a version with the primary's log under it, which replaces its own (reconciliation). From
 * now on it refuses everybody else. What only it had, nobody was answered for.
 *
 * <p>Guards: {@code HandleSync} in {@code spec/quorum/FencedReplication.tla}.
 */
@SpecAction({"quorum/FencedReplication!HandleSync", "quorum/DurableDataPlane!HandleSyncAndStore"})
public class HandleSync implements Handler<DataState, Received<Sync>> {
    private final Guards guards;

    /** The action with these guards. */
    public HandleSync(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Received<Sync> event) {
        Sync sync = event.message();
        Replica replica = state.replica(sync.partition());
        int order = sync.version().compareTo(replica.epoch());
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(ACTIVATES_NEWER, order >= 0)) {
            return Step.refuse(state, ACTIVATES_NEWER);
        }
        if (!guards.pass(KEEPS_NEWER, order != 0)) {
            return Step.refuse(state, KEEPS_NEWER);
        }
        if (!guards.pass(FROM_PRIMARY, sync.view().configuration().primary() == event.from())) {
            return Step.refuse(state, FROM_PRIMARY);
        }
        Replica activated = replica.activated(sync.view());
        List<Command> commands = new ArrayList<>(replica.lead().turnAway(event.from()));
        commands.add(new Send(
                event.from(),
                new Ack(sync.partition(), sync.version(), sync.log().length())));
        return Step.to(
                state.with(
                        sync.partition(), skips(replica.log(), sync.log()) ? activated : activated.withLog(sync.log())),
                commands);
    }

    /**
     * Are the logs taken as equal, so that nothing has to be transferred? The same length, and the same version of the last
     * entry: a version has one primary, which puts its entries in one order behind one log. {@code Skips}
     */
    private boolean skips(Log mine, Log sent) {
        return mine.length() == sent.length()
                && guards.pass(POSITION_NAMES_EPOCH, mine.lastEpoch().equals(sent.lastEpoch()));
    }
}
