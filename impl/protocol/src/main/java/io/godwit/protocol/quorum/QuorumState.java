package io.godwit.protocol.quorum;

import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.quorum.agenda.Office;
import io.godwit.protocol.quorum.agenda.Watch;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.registers.ControlState;
import java.util.Objects;

/**
 * A whole member. Immutable. The first two parts are what the specification speaks of, the others say when something is
 * tried.
 *
 * @param setup the cluster
 * @param control its part in the control plane
 * @param data what it holds
 * @param watch what it knows of the others
 * @param office as master, what it has to do; {@link Office#NONE} otherwise
 */
public record QuorumState(Setup setup, ControlState control, DataState data, Watch watch, Office office) {
    /** Refuses missing parts. */
    public QuorumState {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(control, "control");
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(watch, "watch");
        Objects.requireNonNull(office, "office");
    }

    /** The member. */
    public int self() {
        return control.self();
    }
}
