package io.godwit.protocol.classic.shutdown;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;
import java.util.List;

/**
 * A member wants to leave: it asks its master, or knows it as the master itself.
 *
 * <p>Guards, from {@code AskToLeave} in {@code spec/classic/GracefulShutdown.tla}: {@code UP}, {@code STAYS},
 * {@code NOT_ALONE}.
 */
@SpecAction("classic/GracefulShutdown!AskToLeave")
public class AskToLeave extends ClassicHandler<Act> {
    /** The action under these guards. */
    public AskToLeave(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Act event) {
        if (!state.up()) {
            return Step.refuse(state, ClassicGuard.UP);
        }
        if (state.leaving().contains(state.self())) {
            return Step.refuse(state, ClassicGuard.STAYS);
        }
        if (state.alone()) {
            return Step.refuse(state, ClassicGuard.NOT_ALONE);
        }
        ClassicState asking =
                state.but().leaving(state.leaving().with(state.self())).done();
        return state.master() == state.self()
                ? Step.to(asking, List.of())
                : Step.to(asking, new Command.Send(state.master(), new ShutdownRequest(state.self())));
    }
}
