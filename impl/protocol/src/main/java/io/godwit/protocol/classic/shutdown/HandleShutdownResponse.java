package io.godwit.protocol.classic.shutdown;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.ShutdownResponse;

/**
 * A member that was released stops. An answer that was late may reach another process on the same address (hazelcast issue
 * 20220), hence {@code LEAVER_CHECKS_INCARNATION}.
 *
 * <p>Guards, from {@code HandleShutdownResponse} in {@code spec/classic/GracefulShutdown.tla}: {@code LEAVES},
 * {@code LEAVER_CHECKS_INCARNATION}.
 */
@SpecAction("classic/GracefulShutdown!HandleShutdownResponse")
public class HandleShutdownResponse extends ClassicHandler<Received<ShutdownResponse>> {
    /** The action under these guards. */
    public HandleShutdownResponse(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<ShutdownResponse> event) {
        if (!state.leaving().contains(state.self())) {
            return Step.refuse(state, ClassicGuard.LEAVES);
        }
        if (!guards.pass(ClassicGuard.LEAVER_CHECKS_INCARNATION, event.message().member() == state.self())) {
            return Step.refuse(state, ClassicGuard.LEAVER_CHECKS_INCARNATION);
        }
        return Step.to(state.left(), new Command.Stop());
    }
}
