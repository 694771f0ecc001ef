package io.godwit.protocol.classic.versioning;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Received;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PartitionState;
import io.godwit.protocol.classic.table.MigrationSet;

/**
 * Rule T: of each partition the newer entry (seed 001 section 1.2). {@code NOT_DIVERGED} stands for the exception that the
 * product throws, so that nothing of the table is applied (finding N5).
 *
 * <p>Guards, from {@code HandlePartitionState} in {@code spec/classic/PartitionVersioning.tla}:
 * {@code TABLE_CHECKS_SENDER}, {@code NOT_LEADING}, {@code NOT_DIVERGED}.
 */
@SpecAction("classic/PartitionVersioning!HandlePartitionState")
public class HandlePartitionState extends ClassicHandler<Received<PartitionState>> {
    /** The action under these guards. */
    public HandlePartitionState(Guards guards) {
        super(guards);
    }

    @Override
    public Step<ClassicState> handle(ClassicState state, Received<PartitionState> event) {
        PartitionState m = event.message();
        if (!guards.pass(ClassicGuard.TABLE_CHECKS_SENDER, event.from() == state.master())) {
            return Step.refuse(state, ClassicGuard.TABLE_CHECKS_SENDER);
        }
        if (state.leads()) {
            return Step.refuse(state, ClassicGuard.NOT_LEADING);
        }
        if (state.table().divergesFrom(m.table())) {
            return Step.refuse(state, ClassicGuard.NOT_DIVERGED);
        }
        MigrationSet fresh = versioning.unknown(state, m.done());
        return Step.to(adoption.adopt(
                state,
                state.table().newerOf(m.table()),
                fresh,
                versioning.retained(state, m.done(), fresh, m.table()::version),
                event.from()));
    }
}
