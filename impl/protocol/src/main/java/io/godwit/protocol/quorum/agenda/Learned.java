package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Guards;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;

/**
 * On what a member's data plane acts: on what is decided, as far as the member knows; {@code Learned} in {@code
 * spec/quorum/FencedReplication.tla}. Who acts on a mere proposal takes the place of this class ({@code
 * ShrinksAfterDecision}, {@code ServesAfterDecision}).
 */
public class Learned {
    /** The same under all guards. */
    @SuppressWarnings("UnusedVariable") // what stands in for it is made the same way
    public Learned(Guards guards) {}

    /** The entry of a partition that a member acts on. */
    public Entry of(ControlState control, int partition) {
        return control.committed().get(partition);
    }
}
