package io.godwit.protocol.quorum.data.life;

import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;

/**
 * A member starts again with what it has stored; the state is what it has found. Entries that it had sent may be missing there,
 * so that it leads nobody under the versions that it has found.
 *
 * <p>{@code RestartFromDisk} in {@code spec/quorum/DurableDataPlane.tla}. What a backup sends again is asked for by its primary.
 */
@SpecAction("quorum/DurableDataPlane!RestartFromDisk")
public class RestartFromDisk implements Handler<DataState, RestartFromDisk.Start> {
    /** It happens. */
    public record Start() {}

    private final Guards guards;

    /** The action with these guards. */
    public RestartFromDisk(Guards guards) {
        this.guards = guards;
    }

    @Override
    public Step<DataState> handle(DataState found, Start start) {
        if (!guards.has(NEW_VERSION_AFTER_RESTART)) {
            return Step.to(found);
        }
        PartitionVector<Replica> replicas = found.replicas();
        DataState state = found;
        for (int p = 0; p < replicas.size(); p++) {
            Replica replica = replicas.get(p).startedAgain(found.self());
            if (replica.resumed()) {
                state = state.with(p, replica);
            }
        }
        return Step.to(state);
    }
}
