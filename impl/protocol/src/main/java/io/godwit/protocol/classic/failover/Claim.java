package io.godwit.protocol.classic.failover;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicEdit;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.FetchRequest;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.Fetch;
import java.util.Optional;

/**
 * The oldest member of its own view becomes its own master and asks everybody for what they have.
 *
 * <p>Guards, from {@code Claim} in {@code spec/classic/MasterFailover.tla}: {@code UP}, {@code NOT_MASTER}, {@code OLDEST}.
 */
@SpecAction("classic/MasterFailover!Claim")
public class Claim extends ClassicHandler<Act> {
    /** The action under these guards. */
    public Claim(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Act event) {
        if (!state.up()) {
            return Step.refuse(state, ClassicGuard.UP);
        }
        if (state.master() == state.self()) {
            return Step.refuse(state, ClassicGuard.NOT_MASTER);
        }
        if (state.view().oldest() != state.self()) {
            return Step.refuse(state, ClassicGuard.OLDEST);
        }
        ClassicState claimed = begin(state).master(state.self()).done();
        return Step.to(claimed, toEach(state.others(), m -> new FetchRequest()));
    }

    /** What the new master does first: fetch ({@code FETCH_BEFORE_UPDATE}). */
    protected ClassicEdit begin(ClassicState state) {
        Fetch fetch = new Fetch(state.others(), state.table(), state.completed(), state.activeSet());
        return state.but().duty(Duty.FETCH).fetch(Optional.of(fetch));
    }
}
