package io.godwit.protocol.quorum;

import static io.godwit.protocol.quorum.QuorumRule.MEMBER_UNBORN;

import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.table.Entry;

/** How processes start and end, and what the data plane sees of a new master. {@code spec/quorum/DataPlane.tla}. */
public class DataPlane extends DataModule {
    /** The module under these rules. */
    public DataPlane(Rules rules) {
        super(rules);
    }

    /** A member dies, and with it all that it knew. It never comes back. */
    @SpecAction({"quorum/DataPlane!Crash", "quorum/DurableDataPlane!CrashNoWrite"})
    public Step<DataState> crash(DataState state) {
        requireUp(state);
        return Step.to(state.forgotten().with(Status.DOWN));
    }

    /**
     * A process starts, knowing nothing. Where another has died, at the same address, it is another member nevertheless. In the
     * specification a dead member at the same address is a condition because members would otherwise be free; here whoever
     * starts a process gives it a new number.
     */
    @SpecAction({"quorum/DataPlane!Restart", "quorum/DurableDataPlane!RestartNoWrite"})
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
    @SpecAction({"quorum/DataPlane!Restamp", "quorum/DurableDataPlane!RestampNoWrite"})
    public Step<MasterView> restamp(MasterView view, Entry base) {
        requireOnTop(view, base);
        return decide(view, base.configuration());
    }
}
