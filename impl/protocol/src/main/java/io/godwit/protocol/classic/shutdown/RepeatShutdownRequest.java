package io.godwit.protocol.classic.shutdown;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;

/**
 * Who wants to leave asks again, once a second, until it is answered. That covers a master that changes or forgets.
 *
 * <p>Guards, from {@code RepeatShutdownRequest} in {@code spec/classic/GracefulShutdown.tla}: {@code LEAVER_REPEATS},
 * {@code LEAVES}, {@code HAS_MASTER}.
 */
@SpecAction("classic/GracefulShutdown!RepeatShutdownRequest")
public class RepeatShutdownRequest extends ClassicHandler<Act> {
    /** The action under these guards. */
    public RepeatShutdownRequest(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Act event) {
        if (!guards.has(ClassicGuard.LEAVER_REPEATS)) {
            return Step.refuse(state, ClassicGuard.LEAVER_REPEATS);
        }
        if (!state.leaving().contains(state.self())) {
            return Step.refuse(state, ClassicGuard.LEAVES);
        }
        if (state.master() == state.self()) {
            return Step.refuse(state, ClassicGuard.HAS_MASTER);
        }
        return sending(state, state.master(), new ShutdownRequest(state.self()));
    }
}
