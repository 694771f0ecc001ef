package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.PartitionTable;
import io.godwit.protocol.classic.table.Promotion;
import java.util.List;
import java.util.Optional;

/**
 * The master removes who left, and starts the promotion of one member for all partitions of which it is the first survivor;
 * for the others it comes again. Waits for what is in flight: a table that changes under a migration makes its versions
 * collide.
 *
 * <p>Guards, from {@code Repair} in {@code spec/classic/PromotionCommit.tla}: {@code LEADS}, {@code READY},
 * {@code REPAIR_WAITS}, {@code REPAIR_NEEDED}.
 */
@SpecAction("classic/PromotionCommit!Repair")
public class Repair extends RepairHandler<Act> {
    /** The action under these guards. */
    public Repair(Guards guards) {
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
        if (!guards.pass(ClassicGuard.REPAIR_WAITS, state.nothingInFlight())) {
            return Step.refuse(state, ClassicGuard.REPAIR_WAITS);
        }
        PartitionTable stripped = repairs.strip(state.table(), state.view());
        List<Integer> orphans = Repairs.orphans(stripped);
        if (orphans.isEmpty()) {
            if (stripped.equals(state.table())) {
                return Step.refuse(state, ClassicGuard.REPAIR_NEEDED);
            }
            ClassicState repaired = adopt(state, stripped);
            return Step.to(repaired, publish(repaired));
        }
        int chosen = stripped.get(orphans.get(0)).firstSurvivor();
        Promotion promotion = new Promotion(
                chosen,
                orphans.stream()
                        .filter(p -> stripped.get(p).firstSurvivor() == chosen)
                        .toList());
        if (chosen == state.self()) {
            ClassicState promoted = adopt(state, repairs.promote(stripped, promotion.partitions()));
            return Step.to(promoted, publish(promoted));
        }
        ClassicState promoting = adopt(state, stripped)
                .but()
                .duty(Duty.PROMOTE)
                .promotion(Optional.of(promotion))
                .done();
        return Step.to(promoting, new Command.Send(chosen, call(promoting, promotion)));
    }
}
