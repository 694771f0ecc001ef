package io.godwit.protocol.quorum.data.replication;

import static io.godwit.protocol.quorum.QuorumRule.ACTIVATES_NEWER;
import static io.godwit.protocol.quorum.QuorumRule.CONCERNS_MEMBER;
import static io.godwit.protocol.quorum.QuorumRule.DROPS_WHEN_COMPLETE;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UP;
import static io.godwit.protocol.quorum.QuorumRule.OTHER_VERSION;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Lead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.ArrayList;
import java.util.List;

/**
 * A member learns a decided configuration that makes it primary, or that does without it. It may skip versions.
 *
 * <p>A primary sends its log to everybody named: a new one does not know what the others hold, an old one only confirms what
 * they have. Backups and learners do not activate on hearsay but with that copy ({@link HandleSync}), so that for them
 * activation and reconciliation are one step.
 *
 * <p>Guards: {@code Activate} in {@code spec/quorum/FencedReplication.tla}.
 */
@SpecAction({"quorum/FencedReplication!Activate", "quorum/DurableDataPlane!ActivateAndStore"})
public class Activate implements Handler<DataState, Activate.Decided> {
    /**
     * A configuration was decided.
     *
     * @param partition of which partition
     * @param view the configuration and its version
     */
    public record Decided(int partition, View view) {}

    private final Guards guards;

    /** The action with these guards. */
    public Activate(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState state, Decided event) {
        Replica replica = state.replica(event.partition());
        View view = event.view();
        int order = view.version().compareTo(replica.epoch());
        if (!guards.pass(MEMBER_UP, state.isUp())) {
            return Step.refuse(state, MEMBER_UP);
        }
        if (!guards.pass(OTHER_VERSION, order != 0)) {
            return Step.refuse(state, OTHER_VERSION);
        }
        if (!guards.pass(ACTIVATES_NEWER, order > 0)) {
            return Step.refuse(state, ACTIVATES_NEWER);
        }
        boolean primary = view.configuration().primary() == state.self();
        if (!guards.pass(CONCERNS_MEMBER, primary || retires(state.self(), replica, view.configuration()))) {
            return Step.refuse(state, CONCERNS_MEMBER);
        }
        return primary ? lead(state, event) : retire(state, event);
    }

    /** Is the member, which has or had a part in the data, told that it has none any more? {@code TellsRetired} */
    protected boolean retires(int self, Replica replica, Configuration newer) {
        return !newer.isParticipant(self)
                && (replica.configuration().isParticipant(self)
                        || !replica.log().isEmpty());
    }

    private Step<DataState> lead(DataState state, Decided event) {
        Replica replica = state.replica(event.partition());
        Configuration c = event.view().configuration();
        List<Command> commands = new ArrayList<>(replica.lead().turnAway(state.self()));
        Sync sync = new Sync(event.partition(), event.view(), replica.log());
        c.participants().without(state.self()).forEach(member -> commands.add(new Send(member, sync)));
        Replica leading = replica.activated(event.view()).withLead(renewed(replica.lead(), replica.log()));
        return Step.to(state.with(event.partition(), leading), commands);
    }

    /** What a primary keeps under a new version: the writes that wait. Reads are given up, see {@link AnswerRead}. */
    protected Lead renewed(Lead lead, Log log) {
        return lead.renewed(log);
    }

    private Step<DataState> retire(DataState state, Decided event) {
        Replica replica = state.replica(event.partition());
        Configuration c = event.view().configuration();
        Replica retired = replica.activated(event.view());
        boolean drops = guards.pass(
                DROPS_WHEN_COMPLETE, c.inSyncSize() >= state.copies().of(event.partition()));
        return Step.to(
                state.with(event.partition(), drops ? retired.withLog(Log.EMPTY) : retired),
                replica.lead().turnAway(c.primary()));
    }
}
