package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.replication.HandleAppend;
import io.godwit.protocol.quorum.table.Configuration;

/**
 * Without {@code ReconcilesFirst}: a replica takes entries under a newer version on top of what it has. All that it knows of
 * that version is its primary.
 */
public final class TakeEntriesUnreconciled extends HandleAppend {
    /** The mutant. */
    public TakeEntriesUnreconciled(Guards guards) {
        super(guards);
    }

    @Override
    public Step<DataState> handle(DataState state, Received<Append> event) {
        Append append = event.message();
        Replica replica = state.replica(append.partition());
        Configuration known = replica.configuration();
        boolean early = append.version().newerThan(replica.epoch()) && known.isReplica(event.from());
        if (!early) {
            return super.handle(state, event);
        }
        Configuration guessed = known.primary() == event.from() ? known : known.promoted(event.from());
        Replica moved = replica.activated(new View(append.version(), guessed));
        Step<DataState> step = super.handle(state.with(append.partition(), moved), event);
        return step.accepted() ? step : Step.refuse(state, step.refusal());
    }
}
