package io.godwit.protocol.classic.shutdown;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.ShutdownResponse;
import io.godwit.protocol.classic.Duty;

/**
 * The master lets a member go; the event is the member. Repeated as long as it is a member. Before that the migrations that
 * emptied it have been published: if they moved a partition to the master itself, nobody else knows of them, and the master
 * may crash. A master that leaves releases itself. The answer goes to an address, see {@link HandleShutdownResponse}.
 *
 * <p>Guards, from {@code Release} in {@code spec/classic/GracefulShutdown.tla}: {@code LEADS}, {@code READY},
 * {@code LEAVES}, {@code IS_MEMBER}, {@code RELEASE_WHEN_EMPTY}, {@code RELEASE_AFTER_PUBLISH}.
 */
@SpecAction("classic/GracefulShutdown!Release")
public class Release extends ClassicHandler<Integer> {
    /** The action under these guards. */
    public Release(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Integer member) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.duty() != Duty.READY) {
            return Step.refuse(state, ClassicGuard.READY);
        }
        if (!state.leaving().contains(member)) {
            return Step.refuse(state, ClassicGuard.LEAVES);
        }
        if (!state.view().contains(member)) {
            return Step.refuse(state, ClassicGuard.IS_MEMBER);
        }
        if (!guards.pass(
                ClassicGuard.RELEASE_WHEN_EMPTY,
                state.nothingInFlight() && !state.table().names(member))) {
            return Step.refuse(state, ClassicGuard.RELEASE_WHEN_EMPTY);
        }
        if (!guards.pass(
                ClassicGuard.RELEASE_AFTER_PUBLISH,
                state.completed().isEmpty() && state.publication().isEmpty())) {
            return Step.refuse(state, ClassicGuard.RELEASE_AFTER_PUBLISH);
        }
        if (member == state.self()) {
            return Step.to(state.left(), new Command.Stop());
        }
        return sending(state, member, new ShutdownResponse(member));
    }
}
