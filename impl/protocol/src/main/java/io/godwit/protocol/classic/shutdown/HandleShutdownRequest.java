package io.godwit.protocol.classic.shutdown;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.ShutdownRequest;

/**
 * The master notes who wants to leave; who is no master forgets it, since the request comes again.
 *
 * <p>Guards, from {@code HandleShutdownRequest} in {@code spec/classic/GracefulShutdown.tla}: {@code LEADS}.
 */
@SpecAction("classic/GracefulShutdown!HandleShutdownRequest")
public class HandleShutdownRequest extends ClassicHandler<Received<ShutdownRequest>> {
    /** The action under these guards. */
    public HandleShutdownRequest(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<ShutdownRequest> event) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        return Step.to(state.but()
                .leaving(state.leaving().with(event.message().member()))
                .done());
    }
}
