package io.godwit.protocol.classic.promotion;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecPart;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Duty;
import io.godwit.protocol.classic.table.PartitionTable;

/** A backup that is wanted nowhere goes, at once and without asking anybody, and everybody gets the table. */
@SpecPart(
        value = "classic/PlanAndRun!RunClear",
        why = "the clear of one partition's plan, as a master does it; Classic moves replicas and clears none")
public class ClearSurplus extends RepairHandler<ClearSurplus.Slot> {
    /** The action under these guards. */
    public ClearSurplus(Guards guards) {
        super(guards);
    }

    /** The slot of a partition that is to be empty; not the owner's. */
    public record Slot(int partition, int slot) {}

    @Override
    public Step<ClassicState> handle(ClassicState state, Slot event) {
        if (!state.leads()) {
            return Step.refuse(state, ClassicGuard.LEADS);
        }
        if (state.duty() != Duty.READY) {
            return Step.refuse(state, ClassicGuard.READY);
        }
        if (state.inflight().has(event.partition())) {
            return Step.refuse(state, ClassicGuard.NOT_IN_FLIGHT);
        }
        int p = event.partition();
        if (event.slot() == 0 || state.table().get(p).replica(event.slot()) == Members.NONE) {
            return Step.refuse(state, ClassicGuard.STEP_FITS);
        }
        PartitionTable raised = versioning.bump(state.table(), p, 1);
        ClassicState cleared = adopt(state, raised.with(p, raised.get(p).with(event.slot(), Members.NONE)));
        return Step.to(cleared, tableTo(cleared, cleared.view(), cleared.table(), cleared.completed()));
    }
}
