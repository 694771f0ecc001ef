package io.godwit.protocol.classic.membership;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.FinalizeJoin;
import io.godwit.protocol.classic.ControlMessage.MembersUpdate;
import io.godwit.protocol.classic.Duty;
import java.util.ArrayList;
import java.util.List;

/**
 * The master lets a process in and sends it its state. The event is the process. The specification puts three things into
 * one step: this, {@link HandleFinalizeJoin} at the newcomer and {@link HandleMembersUpdate} at the others; a member that
 * does not know the newcomer yet has nothing to do with it.
 *
 * <p>Guards, from {@code Join} in {@code spec/classic/Membership.tla}: {@code LEADS}, {@code READY},
 * {@code NOTHING_IN_FLIGHT}, {@code NEWCOMER}.
 */
@SpecAction("classic/Membership!Join")
public class Join extends ClassicHandler<Integer> {
    /** The action under these guards. */
    public Join(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer newcomer) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.duty() != Duty.READY) {
            return Step.refuse(state, ClassicGuard.READY);
        }
        if (!state.nothingInFlight()) {
            return Step.refuse(state, ClassicGuard.NOTHING_IN_FLIGHT);
        }
        if (state.view().contains(newcomer)) {
            return Step.refuse(state, ClassicGuard.NEWCOMER);
        }
        MemberSet view = state.view().with(newcomer);
        List<Command> commands = new ArrayList<>(toEach(state.others(), m -> new MembersUpdate(newcomer)));
        commands.add(new Command.Send(newcomer, new FinalizeJoin(view, state.table(), state.completed())));
        return Step.to(state.but().view(view).done(), commands);
    }
}
