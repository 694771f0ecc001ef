package io.godwit.protocol.classic.membership;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.FinalizeJoin;
import io.godwit.protocol.classic.Life;

/** The newcomer is a member now and has the master's table. */
@SpecPart(
        value = "classic/Membership!Join",
        why = "what the newcomer is told; it has nothing to do with anybody before it knows")
public class HandleFinalizeJoin extends ClassicHandler<Received<FinalizeJoin>> {
    /** The part of the action under these guards. */
    public HandleFinalizeJoin(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<FinalizeJoin> event) {
        FinalizeJoin m = event.message();
        if (state.life() != Life.OFF) {
            return Step.refuse(state, ClassicGuard.NOT_JOINED);
        }
        return Step.to(state.but()
                .life(Life.UP)
                .view(m.view())
                .master(event.from())
                .table(m.table())
                .stamp(versioning.stampOf(m.table()))
                .completed(m.completed())
                .done());
    }
}
