package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumGuard.DECISION_COMPARES_BASE;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Entry;

/**
 * A new master decides again what it found. Everything that was proposed and not decided dies of it. The registers do this
 * on their own ({@code BecomeMaster}); this is what the data plane sees of it.
 *
 * <p>{@code Restamp} in {@code spec/quorum/DataPlane.tla}.
 */
@SpecAction({"quorum/DataPlane!Restamp", "quorum/DurableDataPlane!RestampNoWrite"})
public class Restamp extends Deciding<Restamp.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry
     */
    public record Request(Entry base) {}

    /** The action with these guards. */
    public Restamp(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Request request) {
        if (!isOnTop(state, request.base())) {
            return Step.refuse(state, DECISION_COMPARES_BASE);
        }
        return decide(state, request.base().configuration());
    }
}
