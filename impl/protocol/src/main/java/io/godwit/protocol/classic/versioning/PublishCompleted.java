package io.godwit.protocol.classic.versioning;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.Publication;
import java.util.Optional;

/**
 * The master tells everybody of the completed migrations (seed 000 section 4): at any time when a batch is full, and always
 * when there is nothing else to do; one publication at a time.
 *
 * <p>Guards, from {@code PublishCompleted} in {@code spec/classic/PartitionVersioning.tla}: {@code LEADS}, {@code READY},
 * {@code SOMETHING_COMPLETED}, {@code ONE_PUBLICATION}, {@code BATCHED_PUBLISH}.
 */
@SpecAction("classic/PartitionVersioning!PublishCompleted")
public class PublishCompleted extends ClassicHandler<Act> {
    /** The action under these guards. */
    public PublishCompleted(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Act event) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.duty() != Duty.READY) {
            return Step.refuse(state, ClassicGuard.READY);
        }
        MigrationSet list = state.completed();
        if (list.isEmpty()) {
            return Step.refuse(state, ClassicGuard.SOMETHING_COMPLETED);
        }
        if (state.publication().isPresent()) {
            return Step.refuse(state, ClassicGuard.ONE_PUBLICATION);
        }
        boolean full = list.size() >= state.settings().batch();
        if (!guards.pass(ClassicGuard.BATCHED_PUBLISH, full || state.nothingInFlight())) {
            return Step.refuse(state, ClassicGuard.BATCHED_PUBLISH);
        }
        if (state.alone()) {
            return Step.to(state.but().completed(MigrationSet.EMPTY).done());
        }
        ClassicState publishing = state.but()
                .publication(Optional.of(new Publication(list, state.others(), true)))
                .done();
        return Step.to(
                publishing, toEach(state.others(), m -> new ControlMessage.PublishCompleted(list, state.table())));
    }
}
