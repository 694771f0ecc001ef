package io.godwit.mutants.quorum;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.agenda.Learned;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/** Without {@code ShrinksAfterDecision}: a primary goes on without a backup as soon as it hears that this was proposed. */
public final class ActOnShrinking extends Learned {
    /** The mutant. */
    public ActOnShrinking(Guards guards) {
        super(guards);
    }

    @Override
    public Entry of(ControlState control, int partition) {
        Entry decided = super.of(control, partition);
        Entry proposed = control.accepted().get(partition);
        Configuration now = decided.configuration();
        Configuration then = proposed.configuration();
        boolean shrinks = then.primary() == control.self()
                && now.primary() == control.self()
                && then.inSyncSize() < now.inSyncSize();
        return shrinks && proposed.newerThan(decided) ? proposed : decided;
    }
}
