package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Guards;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.PartitionTable;

/**
 * All replicas are gone: an empty owner, at once and without asking anybody.
 *
 * <p>Guards, from {@code AssignLost} in {@code spec/classic/PromotionCommit.tla}: {@code LEADS}, {@code READY},
 * {@code NOTHING_IN_FLIGHT}, {@code LOST}, {@code DESTINATION_IS_MEMBER}, {@code DESTINATION_STAYS}.
 */
@SpecAction("classic/PromotionCommit!AssignLost")
public class AssignLost extends RepairHandler<AssignLost.Choice> {
    /** The action under these guards. */
    public AssignLost(Guards guards) {
        super(guards);
    }

    /** Who becomes the owner of which partition. */
    public record Choice(int partition, int owner) {}

    @Override
    public Step<ClassicState> handle(ClassicState state, Choice choice) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.duty() != Duty.READY) {
            return Step.refuse(state, ClassicGuard.READY);
        }
        if (!state.nothingInFlight()) {
            return Step.refuse(state, ClassicGuard.NOTHING_IN_FLIGHT);
        }
        int p = choice.partition();
        if (!state.table().get(p).isLost()) {
            return Step.refuse(state, ClassicGuard.LOST);
        }
        if (!state.view().contains(choice.owner())) {
            return Step.refuse(state, ClassicGuard.DESTINATION_IS_MEMBER);
        }
        if (state.leaving().contains(choice.owner())) {
            return Step.refuse(state, ClassicGuard.DESTINATION_STAYS);
        }
        PartitionTable raised = versioning.bump(state.table(), p, 1);
        ClassicState assigned = adopt(state, raised.with(p, raised.get(p).with(0, choice.owner())));
        return Step.to(assigned, tableTo(assigned, assigned.view(), assigned.table(), assigned.completed()));
    }
}
