package io.godwit.protocol.classic.membership;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecStutter;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;

/** A master notes who wants to join; it lets it in when nothing is in flight. Who is no master ignores it. */
@SpecStutter("the specification does not say how the master comes to know of a process that has started")
public class HandleJoinRequest extends ClassicHandler<Received<JoinRequest>> {
    /** The step under these guards. */
    public HandleJoinRequest(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<JoinRequest> event) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.view().contains(event.from())) {
            return Step.refuse(state, ClassicGuard.NEWCOMER);
        }
        return Step.to(state.but()
                .errands(state.errands()
                        .withNewcomers(state.errands().newcomers().with(event.from())))
                .done());
    }
}
