package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.NEW_VERSION_AFTER_RESTART;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.MasterView;

/** Restarts with a disk. {@code spec/quorum/DurableDataPlane.tla}; what has to be durable when, {@link Durability} says. */
@SuppressWarnings("ReferenceEquality") // what has not changed is the same object
public class DurableDataPlane extends DataModule {
    private final ReadLeases leases;

    /** The module under these rules. */
    public DurableDataPlane(Rules rules, ReadLeases leases) {
        super(rules);
        this.leases = leases;
    }

    /**
     * A member starts again with what it has stored. Entries that it had sent may be missing there, so that it leads nobody under
     * the versions that it has found. What a backup sends again is asked for by its primary. Its leases are over, and it
     * waits as if it had promised everybody one just now.
     *
     * @param found what it has found
     */
    @SpecAction({"quorum/DurableDataPlane!RestartFromDisk", "quorum/ReadLeases!RestartFromDisk"})
    public Step<DataState> restartFromDisk(DataState found) {
        PartitionVector<Replica> replicas = found.replicas();
        DataState state = found;
        for (int p = 0; p < replicas.size() && rules.has(NEW_VERSION_AFTER_RESTART); p++) {
            Replica again = replicas.get(p).startedAgain(found.self());
            if (again != replicas.get(p)) {
                state = state.with(p, again);
            }
        }
        return Step.to(found.times().exist() ? promisedAtStart(state) : state);
    }

    /** All replicas of a member whose process has just started: what it may have promised before, it has promised now. */
    public DataState promisedAtStart(DataState started) {
        DataState state = started;
        for (int p = 0; p < started.replicas().size(); p++) {
            Replica replica = started.replicas().get(p);
            state = state.with(p, replica.withLeases(leases.startedAgain(started, replica.leases())));
        }
        return state;
    }

    /** A master gives a new version to a primary that has started again, and waits for one: it decides the same once more. */
    @SpecAction("quorum/DurableDataPlane!RestampResumed")
    public Step<MasterView> restampResumed(MasterView view, int from, Resumed m) {
        requireOfPrimary(view.decided(), from, m.version());
        return decide(view, view.decided().configuration());
    }
}
