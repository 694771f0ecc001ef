package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.agenda.Learned;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;

/** Without {@code ServesAfterDecision}: a destination is primary as soon as it hears that the switch was proposed. */
public final class ServeOnSwitch extends Learned {
    /** The mutant. */
    public ServeOnSwitch(Guards guards) {
        super(guards);
    }

    @Override
    public Entry of(ControlState control, int partition) {
        Entry decided = super.of(control, partition);
        Entry proposed = control.accepted().get(partition);
        boolean switches = decided.configuration().destination() == control.self()
                && proposed.configuration().primary() == control.self();
        return switches && proposed.newerThan(decided) ? proposed : decided;
    }
}
