package io.godwit.protocol.classic.shutdown;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.migration.StartMigration;
import io.godwit.protocol.classic.migration.StepKind;

/**
 * A slot of somebody who wants to leave goes to somebody who stays.
 *
 * <p>Guards, from {@code DrainMove} in {@code spec/classic/GracefulShutdown.tla}: {@code LEAVERS_SLOT}, and those of
 * {@code StartMigration}.
 */
@SpecAction("classic/GracefulShutdown!DrainMove")
public class DrainMove extends ClassicHandler<DrainMove.Order> {
    private final StartMigration start;

    /** The action under these guards. */
    public DrainMove(Guards guards) {
        super(guards);
        this.start = guards.make(StartMigration.class, StartMigration::new);
    }

    /** Which slot goes to whom. */
    public record Order(int partition, int slot, int destination) {}

    @Override
    public Step<ClassicState> handle(ClassicState state, Order order) {
        int slot = order.slot();
        int holder = state.table().get(order.partition()).replica(slot);
        if (!state.leaving().contains(holder)) {
            return Step.refuse(state, ClassicGuard.LEAVERS_SLOT);
        }
        StepKind kind = slot == 0 ? StepKind.MOVE : StepKind.MOVE_BACKUP;
        return start.handle(state, new StartMigration.Order(order.partition(), kind, slot, slot, order.destination()));
    }
}
