package io.godwit.protocol.classic.membership;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.replication.Acknowledged;
import io.godwit.protocol.classic.table.Fetch;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.Publication;
import java.util.Optional;

/**
 * A member gives another one up: it takes it out of its view and waits for it no longer. The event is the other one. The
 * specification has two actions for it, {@code Detect} of who is gone or cut off and {@code Suspect} of who is not, which
 * the member cannot tell apart; that the connection is closed in the first case is the network's part.
 *
 * <p>Guards, from {@code Suspect} in {@code spec/classic/Membership.tla}: {@code UP}, {@code IS_MEMBER}.
 */
@SpecAction({"classic/Membership!Suspect", "classic/Membership!Detect"})
public class Suspect extends ClassicHandler<Integer> {
    /** The action under these guards. */
    public Suspect(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer other) {
        if (!state.up()) {
            return Step.refuse(state, ClassicGuard.UP);
        }
        if (!state.others().contains(other)) {
            return Step.refuse(state, ClassicGuard.IS_MEMBER);
        }
        Optional<Publication> left = state.publication()
                .map(p -> new Publication(p.list(), p.waiting().without(other), p.ok()));
        Optional<Publication> ended = left.filter(p -> p.waiting().isEmpty());
        MigrationSet keep = ended.filter(Publication::ok)
                .map(p -> state.completed().minus(p.list()))
                .orElse(state.completed());
        Acknowledged rest = Acknowledged.without(state.pending(), other);
        ClassicState forgot = adoption.adopt(state, state.table(), released(state, other), keep, state.self())
                .but()
                .view(state.view().without(other))
                .fetch(state.fetch().map((Fetch f) -> f.without(other)))
                .publication(ended.isPresent() ? Optional.empty() : left)
                .pending(rest.pending())
                .done();
        return Step.to(forgot, rest.answers());
    }

    /** With {@code SELF_COMMIT_WAITS}: what a master has moved to itself, and whose old owner is gone now. */
    private static MigrationSet released(ClassicState state, int oldOwner) {
        if (!state.leads()) {
            return MigrationSet.EMPTY;
        }
        return state.completed()
                .filter(m -> m.succeeded()
                        && m.destination() == state.self()
                        && m.feeder() == oldOwner
                        && state.takesPartIn(m));
    }
}
