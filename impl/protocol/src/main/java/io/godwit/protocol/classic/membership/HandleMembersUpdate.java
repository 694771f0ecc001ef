package io.godwit.protocol.classic.membership;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.MembersUpdate;

/** A member hears of a newcomer from somebody in its view. */
@SpecPart(
        value = "classic/Membership!Join",
        why = "the new view at the others; a member that does not know the newcomer yet has nothing to do with it")
public class HandleMembersUpdate extends ClassicHandler<Received<MembersUpdate>> {
    /** The part of the action under these guards. */
    public HandleMembersUpdate(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<MembersUpdate> event) {
        if (!state.view().contains(event.from())) {
            return Step.refuse(state, ClassicGuard.IS_MEMBER);
        }
        return Step.to(
                state.but().view(state.view().with(event.message().joined())).done());
    }
}
