package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.HELD;
import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UNBORN;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.table.Entry;

/** How processes start and end, what of a log is forgotten, and what the data plane sees of a new master. {@code spec/quorum/DataPlane.tla}. */
public class DataPlane extends DataModule {
    /** The module under these rules. */
    public DataPlane(Rules rules) {
        super(rules);
    }

    /** A member dies, and with it all that it knew. It never comes back. */
    @SpecAction({
        "quorum/DataPlane!Crash",
        "quorum/DurableDataPlane!CrashNoWrite",
        "quorum/ReadLeases!CrashForgetsLeases",
        "quorum/DeclareLost!CrashAsBefore",
        "quorum/ClusterStates!CrashInAnyState",
        "quorum/ChangeStream!CrashUnread"
    })
    public Step<DataState> crash(DataState state) {
        requireUp(state);
        return Step.to(state.forgotten().with(Status.DOWN));
    }

    /**
     * A process starts, knowing nothing. Where another has died, at the same address, it is another member nevertheless. In the
     * specification a dead member at the same address is a condition because members would otherwise be free; here whoever
     * starts a process gives it a new number.
     */
    @SpecAction({
        "quorum/DataPlane!Restart",
        "quorum/DurableDataPlane!RestartNoWrite",
        "quorum/ReadLeases!RestartNoLease",
        "quorum/ClusterStates!RestartInAnyState"
    })
    public Step<DataState> restart(DataState state) {
        rules.require(MEMBER_UNBORN, state.status() == Status.UNBORN, "{}", state.status());
        return Step.to(state.with(Status.UP));
    }

    /**
     * The same configuration is decided again. A new master does so with what it found: everything that was proposed and not
     * decided dies of it. The registers do this on their own ({@link MasterFailover#becomeMaster}); this is what the data plane
     * sees of it.
     *
     * @param base the decided entry
     */
    @SpecAction({
        "quorum/DataPlane!Restamp",
        "quorum/DurableDataPlane!RestampNoWrite",
        "quorum/ReadLeases!RestampNoLease",
        "quorum/DeclareLost!RestampAsBefore"
    })
    public Step<MasterView> restamp(MasterView view, Entry base) {
        requireOnTop(view, base);
        return decide(view, base.configuration());
    }

    /**
     * A member forgets the older part of a log; its effect stays. A primary keeps what it may have to send again: whatever a
     * participant has not acknowledged under the version.
     */
    @SpecStutter(
            "in the specification logs are kept whole; to all actions, a log without its older part is the same log")
    public Step<DataState> forget(DataState state, Event.Forget event) {
        Replica replica = state.replica(event.partition());
        requireUp(state);
        Log log = replica.log();
        if (!replica.isPrimary(state.self())) {
            return Step.to(state.with(event.partition(), replica.withLog(log.keeping(event.keep()))));
        }
        PrimaryState primaryState = replica.primaryState();
        MemberSet others = replica.configuration().participants().without(state.self());
        int held = others.stream().map(primaryState.acks()::of).min().orElse(log.length());
        // A member that has not answered is sent the log again as it was when the version was activated.
        rules.require(HELD, held >= 0, "acknowledged is {}", primaryState.acks());
        Log shorter = log.keeping(Math.max(event.keep(), log.length() - held));
        return Step.to(state.with(event.partition(), replica.withLog(shorter)));
    }
}
