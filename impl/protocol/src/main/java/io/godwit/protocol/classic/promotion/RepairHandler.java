package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicHandler;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.PromotionCommit;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.MigrationSet;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.table.Promotion;
import java.util.List;
import java.util.Optional;

/**
 * What the steps of a repair have in common.
 *
 * @param <E> the event
 */
abstract class RepairHandler<E> extends ClassicHandler<E> {
    /** What repair makes of a table. */
    final Repairs repairs;

    RepairHandler(Guards guards) {
        super(guards);
        this.repairs = new Repairs(guards);
    }

    /** The master takes a table of its own making. */
    ClassicState adopt(ClassicState state, PartitionTable table) {
        return adoption.adopt(state, table, MigrationSet.EMPTY, state.completed(), state.self());
    }

    /** The table to everybody, but only if no owner is missing. */
    List<Command> publish(ClassicState state) {
        return Repairs.orphans(state.table()).isEmpty()
                ? tableTo(state, state.view(), state.table(), state.completed())
                : List.of();
    }

    /** The call to the promoted member, with the table as it will be. */
    PromotionCommit call(ClassicState state, Promotion promotion) {
        return new PromotionCommit(
                repairs.promote(state.table(), promotion.partitions()), promotion.partitions(), state.completed());
    }

    /** The master's entries move as the promotion ended. */
    Step<ClassicState> endPromotion(ClassicState state, Promotion promotion, boolean ok) {
        PartitionTable table = ok
                ? repairs.promote(state.table(), promotion.partitions())
                : repairs.fence(state.table(), promotion.partitions());
        ClassicState ended = adopt(state, table)
                .but()
                .duty(Duty.READY)
                .promotion(Optional.empty())
                .done();
        return Step.to(ended, publish(ended));
    }
}
