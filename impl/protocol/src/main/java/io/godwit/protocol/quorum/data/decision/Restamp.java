package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.RESTAMPS_RESUMED;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.table.Entry;

/**
 * The same configuration is decided again. A new master does so with what it found: everything that was proposed and not decided
 * dies of it. The registers do this on their own ({@code BecomeMaster}); this is what the data plane sees of it. And a master gives
 * a new version to a primary that has started again.
 *
 * <p>{@code Restamp} in {@code spec/quorum/DataPlane.tla}, {@code RestampResumed} in {@code spec/quorum/DurableDataPlane.tla}.
 */
@SpecAction({
    "quorum/DataPlane!Restamp",
    "quorum/DurableDataPlane!RestampNoWrite",
    "quorum/DurableDataPlane!RestampResumed"
})
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

    /** Is it due? The primary of the version waits for a newer one, as it says. */
    public boolean isDue(MasterView state, Received<Resumed> word) {
        return guards.has(RESTAMPS_RESUMED)
                && state.decided().version().equals(word.message().version())
                && state.decided().configuration().primary() == word.from();
    }
}
